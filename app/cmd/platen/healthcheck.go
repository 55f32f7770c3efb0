package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// healthcheckCommand probes the service on this machine, for containers without another client.
func healthcheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "healthcheck",
		Short:   "Check whether the service is ready",
		Long:    "Check whether the service that listens on PLATEN_ADDR is ready: exit code 0 if it is, 1 if it is not.",
		Example: "  HEALTHCHECK CMD [\"platen\", \"healthcheck\"]",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, _, err := load(nil)
			if err != nil {
				return err
			}
			s := examineService(cmd.Context(), "http://"+reachable(cfg.Serve.Addr))
			if s.Status != healthy {
				return fmt.Errorf("%s", s.Found)
			}
			return printResult(cmd, s, line("%s", s.Found))
		},
	}
}
