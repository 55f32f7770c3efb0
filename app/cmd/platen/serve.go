package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app"
)

func serveCommand() *cobra.Command {
	var role, addr string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the service",
		Long:  "Run the service. Without configuration it uses an embedded database and files in ./data.\nThe first start makes the workspace `default` and prints its keys.",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			flags := map[string]string{}
			if addr != "" {
				flags["PLATEN_ADDR"] = addr
			}
			cfg, report, err := load(flags)
			if err != nil {
				return err
			}
			for _, name := range report.Unknown {
				fmt.Fprintf(cmd.ErrOrStderr(), "platen: %s is set and means nothing here; `platen config` lists the variables\n", name)
			}
			r, err := app.ParseRole(role)
			if err != nil {
				return err
			}
			a, err := app.New(cmd.Context(), cfg, app.Options{Role: r, Log: cmd.ErrOrStderr(), Out: cmd.OutOrStdout()})
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, a.Close()) }()
			return a.Run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&role, "role", "all", "part to run: all, api or worker")
	cmd.Flags().StringVar(&addr, "addr", "", "address to listen on (PLATEN_ADDR)")
	return cmd
}
