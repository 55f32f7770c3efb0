package main

import (
	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app/pdfwork"
)

// pdfChildCommand runs a task of the service on PDFs.
func pdfChildCommand() *cobra.Command {
	return &cobra.Command{
		Use: pdfwork.Command, Short: "Run one task on PDFs for the service", Hidden: true, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return pdfwork.Child(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}
