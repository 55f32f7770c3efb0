package main

import "github.com/spf13/cobra"

func configCommand() *cobra.Command {
	var markdown bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show every setting, its value and where it comes from",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, report, err := load(nil)
			print := report.Print
			if markdown {
				print = report.Markdown
			}
			if e := print(cmd.OutOrStdout()); e != nil {
				return e
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&markdown, "markdown", false, "write the reference page instead")
	return cmd
}
