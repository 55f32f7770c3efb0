package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/modules/platform/footprint"
)

func serveCommand() *cobra.Command {
	var role, addr string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the service",
		Long: `Run the service. Without configuration it uses an embedded database and files in ./data.
The first start creates the workspace ` + "`default`" + ` and prints its keys. ` + "`platen config`" + ` lists the settings, ` + "`platen doctor`" + ` reports missing requirements.
On SIGTERM the process accepts no new work, finishes or releases running work, and exits within a minute.`,
		Example: "  platen serve\n  PLATEN_DATABASE_URL=postgres://… PLATEN_BLOB_URL=s3://pictures platen serve --role api --addr 0.0.0.0:8080",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return serve(cmd, role, addr) },
	}
	cmd.Flags().StringVar(&role, "role", "all", "part to run: all, api or worker")
	cmd.Flags().StringVar(&addr, "addr", "", "address to listen on (PLATEN_ADDR)")
	_ = cmd.RegisterFlagCompletionFunc("role", cobra.FixedCompletions([]string{"all", "api", "worker"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func workerCommand() *cobra.Command {
	var addr string
	cmd := &cobra.Command{
		Use:     "worker",
		Short:   "Run a worker of render jobs (serve --role worker)",
		Long:    "Run render jobs and serve only probes (/livez, /readyz, /metrics). It needs the database and the object store of the processes that serve requests.",
		Example: "  PLATEN_DATABASE_URL=postgres://… PLATEN_BLOB_URL=s3://pictures platen worker --addr 0.0.0.0:8080",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return serve(cmd, string(app.Worker), addr) },
	}
	cmd.Flags().StringVar(&addr, "addr", "", "address to serve probes on (PLATEN_ADDR)")
	return cmd
}

// serve runs a part of the service until the command's context ends.
func serve(cmd *cobra.Command, role, addr string) (err error) {
	flags := map[string]string{}
	if addr != "" {
		flags["PLATEN_ADDR"] = addr
	}
	cfg, report, err := load(flags)
	if err != nil {
		return err
	}
	for _, name := range report.Unknown {
		fmt.Fprintf(cmd.ErrOrStderr(), "platen: the variable %s is set but unknown; `platen config` lists the variables\n", name)
	}
	footprint.Bound()
	r, err := app.ParseRole(role)
	if err != nil {
		return exit{exitUsage, err}
	}
	a, err := app.New(cmd.Context(), cfg, app.Options{Role: r, Log: cmd.ErrOrStderr(), Out: cmd.OutOrStdout()})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	defer announce(&cfg, a.URL())()
	return a.Run(cmd.Context())
}
