package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/modules/library"
)

func templatesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "templates",
		Short: "List built-in templates, and manage a workspace's templates as files",
		Long: `List the templates that every installation has. ` + "`platen render template:SLUG`" + ` and services render them under the same
slug. pull, diff and push manage a workspace's own templates as files in a folder; lint and test check such a folder
without a service.`,
	}
	cmd.AddCommand(templatesList(), templatesShow(), templatesPull(), templatesDiff(), templatesPush(), templatesLint(), templatesTest())
	return cmd
}

// builtin returns a built-in template by its slug.
func builtin(slug string) (*library.Template, error) {
	list, err := library.Gallery()
	if err != nil {
		return nil, err
	}
	names := make([]string, len(list))
	for i := range list {
		if names[i] = list[i].Slug; names[i] == slug {
			return &list[i], nil
		}
	}
	return nil, usage("there is no built-in template %q; there are %s", slug, strings.Join(names, ", "))
}

// shownTemplate is a template in --json output.
type shownTemplate struct {
	ID          string                       `json:"id"`
	Slug        string                       `json:"slug"`
	Version     int                          `json:"version"`
	Name        string                       `json:"name"`
	Description string                       `json:"description"`
	Tags        []string                     `json:"tags"`
	Sizes       []string                     `json:"sizes"`
	Variables   map[string]*library.Variable `json:"variables,omitempty"`
	Example     map[string]any               `json:"example,omitempty"`
	HTML        string                       `json:"html,omitempty"`
}

func shown(t *library.Template) shownTemplate {
	return shownTemplate{ID: t.ID, Slug: t.Slug, Version: t.Published, Name: t.Name, Description: t.Description, Tags: t.Tags, Sizes: t.Version.Sizes}
}

func templatesList() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the built-in templates", Args: cobra.NoArgs,
		Example: "  platen templates list",
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, err := library.Gallery()
			if err != nil {
				return err
			}
			out := make([]shownTemplate, len(list))
			for i := range list {
				out[i] = shown(&list[i])
			}
			return printResult(cmd, map[string]any{"templates": out}, func(w io.Writer) error {
				t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
				fmt.Fprintln(t, "SLUG\tVERSION\tNAME\tSIZES\tDESCRIPTION")
				for _, s := range out {
					fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\n", s.Slug, s.Version, s.Name, strings.Join(s.Sizes, ","), s.Description)
				}
				return t.Flush()
			})
		},
	}
}

func templatesShow() *cobra.Command {
	return &cobra.Command{
		Use: "show SLUG", Short: "Show a template's variables and example data", Args: cobra.ExactArgs(1),
		Long: `Show the variables of a built-in template. With --json the response contains its markup, its variables and, under example,
example data.`,
		Example: "  platen templates show launch\n  platen templates show launch --json | jq .example > data.json\n  platen render template:launch -o launch.png --data data.json",
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := builtin(args[0])
			if err != nil {
				return err
			}
			s := shown(t)
			s.Variables, s.Example, s.HTML = t.Version.Variables, t.Version.Example(), t.Version.HTML
			return printResult(cmd, s, func(w io.Writer) error { return describe(w, &s) })
		},
	}
}

func describe(w io.Writer, s *shownTemplate) error {
	fmt.Fprintf(w, "%s (%s@%d)\n%s\n\nsizes: %s\n\n", s.Name, s.Slug, s.Version, s.Description, strings.Join(s.Sizes, ", "))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "VARIABLE\tTYPE\tREQUIRED\tEXAMPLE")
	names := make([]string, 0, len(s.Variables))
	for name := range s.Variables {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		v := s.Variables[name]
		need := "no"
		if v.Required {
			need = "yes"
		}
		example := ""
		if v.Example != nil {
			example = fmt.Sprint(v.Example)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", name, v.Type, need, example)
	}
	return t.Flush()
}
