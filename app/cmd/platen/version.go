package main

import (
	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/modules/rendering/engine"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the versions of the program and of the engine", Args: cobra.NoArgs,
		Long:    "Print the versions of the program and of the engine. Images are the same bytes for the same engine version; `platen --version` prints the program's alone.",
		Example: "  platen version --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return printResult(cmd, map[string]any{"version": app.Version, "engine": engine.Version}, line("platen %s, engine %s", app.Version, engine.Version))
		},
	}
}
