package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app"
)

func migrateCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "migrate",
		Short:   "Bring the database to the present version (serve does so by itself)",
		Long:    "Apply the migrations that the database lacks, one process at a time. Each version of the service runs beside the one before it, so that migrating first and then rolling processes over is safe.",
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
