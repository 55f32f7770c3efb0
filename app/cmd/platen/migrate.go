package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app"
)

func migrateCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "migrate",
		Short: "Bring the database to the present version (serve does so by itself)",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			// Opening the installation migrates it.
			return withFloor(cmd, func(context.Context, *app.Floor) error {
				_, err := fmt.Fprintln(cmd.OutOrStdout(), "the database is up to date")
				return err
			})
		},
	}
}
