package conf

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Print writes the settings in force as a table: variable, value (secrets masked) and source.
func (r *Report) Print(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "VARIABLE\tVALUE\tSOURCE")
	for _, s := range r.Settings {
		fmt.Fprintf(tw, "%s\t%s\t%s\n", s.Name, s.Display(), s.Source)
	}
	for _, name := range r.Unknown {
		fmt.Fprintf(tw, "%s\t(ignored)\tunknown variable\n", name)
	}
	return tw.Flush()
}

// Markdown writes the reference page of the settings.
func (r *Report) Markdown(w io.Writer) error {
	if _, err := fmt.Fprint(w, "| Variable | Type | Default | Meaning |\n|---|---|---|---|\n"); err != nil {
		return err
	}
	for _, s := range r.Settings {
		def := "unset"
		if s.Default != "" {
			def = "`" + s.Default + "`"
		}
		doc := strings.ReplaceAll(s.Doc, "|", "\\|")
		if s.Secret {
			doc += " Secret; `" + s.Name + "_FILE` may name a file that holds it."
		}
		if _, err := fmt.Fprintf(w, "| `%s` | %s | %s | %s |\n", s.Name, s.Type, def, doc); err != nil {
			return err
		}
	}
	return nil
}
