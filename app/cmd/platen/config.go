package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/modules/platform/conf"
)

func configCommand() *cobra.Command {
	var markdown bool
	cmd := &cobra.Command{
		Use:     "config",
		Short:   "Print every setting, its value and its source",
		Long:    "Print every setting, its value and its source. Secrets are masked; NAME_FILE sets NAME to the content of a file.",
		Example: "  platen config\n  PLATEN_ADDR=0.0.0.0:80 platen config --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, report, err := load(nil)
			print := report.Print
			if markdown {
				print = report.Markdown
			}
			if asJSON(cmd) {
				print = func(io.Writer) error { return printResult(cmd, settingRows(report), nil) }
			}
			if e := print(cmd.OutOrStdout()); e != nil {
				return e
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&markdown, "markdown", false, "print the reference page as Markdown")
	return cmd
}

// settingRow is a setting in --json output.
type settingRow struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Default string `json:"default"`
	Value   string `json:"value"`
	Source  string `json:"source"`
	Secret  bool   `json:"secret"`
	Doc     string `json:"doc"`
}

func settingRows(r *conf.Report) map[string]any {
	rows := make([]settingRow, len(r.Settings))
	for i, s := range r.Settings {
		value := s.Value
		if s.Secret && value != "" {
			value = "***"
		}
		rows[i] = settingRow{s.Name, s.Type, s.Default, value, s.Source, s.Secret, s.Doc}
	}
	return map[string]any{"settings": rows, "unknown": append([]string{}, r.Unknown...)}
}
