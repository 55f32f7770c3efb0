package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app"
)

func migrateCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "migrate",
		Short:   "Apply database migrations (serve applies them at its start)",
		Long:    "Apply the migrations that are missing in the database, one process at a time. Each version of the service runs beside the previous one: migrate first, then replace the processes one by one.",
		Example: "  platen migrate",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			// Opening the installation migrates it.
			return withInstallation(cmd, func(context.Context, *app.Installation) error {
				return printResult(cmd, map[string]any{"up_to_date": true}, line("the database is up to date"))
			})
		},
	}
}
