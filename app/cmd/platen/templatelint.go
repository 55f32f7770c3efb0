package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app/templatefiles"
	"github.com/platenhq/platen/modules/rendering"
)

// lintFinding is one problem of a template.
type lintFinding struct {
	Slug   string `json:"slug"`
	Sample string `json:"sample,omitempty"`
	Size   string `json:"size,omitempty"`
	// Severity is error or warning.
	Severity string `json:"severity"`
	Rule     string `json:"rule"`
	Path     string `json:"path,omitempty"`
	Message  string `json:"message"`
}

// The severities.
const (
	lintError   = "error"
	lintWarning = "warning"
)

func (f *lintFinding) String() string {
	at := strings.Join(slices.DeleteFunc([]string{f.Slug, f.Sample, f.Size}, func(s string) bool { return s == "" }), " ")
	return strings.TrimRight(fmt.Sprintf("%s: %s: %s: %s %s", at, f.Severity, f.Rule, f.Message, f.Path), " ")
}

// templateLint collects the findings for templates.
type templateLint struct {
	templateRenderer
	strict   bool
	findings []lintFinding
}

func templatesLint() *cobra.Command {
	var l templateLint
	cmd := &cobra.Command{
		Use: "lint DIR [SLUG…]", Short: "Check templates of a folder without a service", Args: cobra.MinimumNArgs(1),
		Long: `Report the errors that pushing the templates of DIR would return and the warnings that rendering them would return:
declarations, placeholders, sizes, unused variables, samples that do not match the declarations, unsupported CSS,
unreadable images, characters without a glyph and, with --kit, the locks of a brand.
Exit code 0 means no errors, 1 errors (with --strict: or warnings), 2 that the folder could not be read.`,
		Example: "  platen templates lint templates\n  platen templates lint templates press-card --kit kit.json --strict",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := l.open(args); err != nil {
				return err
			}
			for _, t := range l.list {
				if err := l.template(cmd, t); err != nil {
					return err
				}
			}
			return l.print(cmd)
		},
	}
	l.register(cmd)
	cmd.Flags().BoolVar(&l.strict, "strict", false, "treat warnings as errors")
	return cmd
}

func (l *templateLint) template(cmd *cobra.Command, t *templatefiles.Template) error {
	c, err := t.Content()
	if err != nil {
		return l.fail(lintFinding{Slug: t.Slug}, err)
	}
	if problem := slugProblem(t.Slug); problem != "" {
		l.add(lintFinding{Slug: t.Slug, Severity: lintError, Rule: "slug", Path: "/slug", Message: problem})
	}
	bad := false
	for _, size := range t.Sizes {
		if !slices.Contains(rendering.Presets(), size) {
			bad = true
			l.add(lintFinding{Slug: t.Slug, Severity: lintError, Rule: "enum", Path: "/sizes", Message: fmt.Sprintf("%q is not a size; use %s.", size, strings.Join(rendering.Presets(), ", "))})
		}
	}
	source := t.HTML + string(t.Document) + t.CSS
	for _, name := range slices.Sorted(maps.Keys(c.Variables)) {
		if !c.Variables[name].Locked && !regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`).MatchString(source) {
			l.add(lintFinding{Slug: t.Slug, Severity: lintWarning, Rule: "unused_variable", Path: "/variables/" + name, Message: "Nothing in the template uses " + name + "."})
		}
	}
	samples, err := t.Samples(c)
	if err != nil {
		return l.fail(lintFinding{Slug: t.Slug}, err)
	}
	if bad {
		return nil
	}
	for _, s := range samples {
		at := lintFinding{Slug: t.Slug, Sample: s.Name}
		err := l.draw(cmd, t, c, s, func(_ *rendering.Drawing, m writtenImage) error {
			for _, w := range m.Warnings {
				l.add(lintFinding{Slug: t.Slug, Sample: s.Name, Size: m.Name, Severity: lintWarning, Rule: w.Code, Path: w.Path, Message: w.Message})
			}
			return nil
		})
		if err == nil {
			continue
		}
		if err := l.fail(at, err); err != nil {
			return err
		}
	}
	return nil
}

// slugs is the pattern of a slug in the API.
var slugs = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$`)

// slugProblem returns why a service would reject a folder's name as a slug, "" if it would not.
func slugProblem(slug string) string {
	switch _, err := builtin(slug); {
	case !slugs.MatchString(slug):
		return "The folder's name is the template's slug: 1 to 64 lowercase letters, digits and hyphens, with none at the ends."
	case err == nil:
		return "A built-in template has this slug; rename the folder."
	}
	return ""
}

// add records a finding, once for all sizes.
func (l *templateLint) add(f lintFinding) {
	for i := range l.findings {
		known := l.findings[i]
		known.Size = f.Size
		if known == f {
			return
		}
	}
	l.findings = append(l.findings, f)
}

// fail records an error with its details; an interruption and an error of the file system end the check.
func (l *templateLint) fail(at lintFinding, err error) error {
	var pathError *fs.PathError
	if exitCode(err) == exitInterrupt || errors.As(err, &pathError) {
		return err
	}
	p := describeProblem(err)
	at.Severity, at.Rule, at.Message = lintError, "invalid", p.Message
	if len(p.Details) == 0 {
		l.add(at)
	}
	for i := range p.Details {
		d := &p.Details[i]
		at.Rule, at.Path, at.Message = d.rule(), d.Path, d.Message
		l.add(at)
	}
	return nil
}

func (l *templateLint) print(cmd *cobra.Command) error {
	slices.SortStableFunc(l.findings, func(a, b lintFinding) int { return strings.Compare(a.Slug, b.Slug) })
	bad := 0
	for i := range l.findings {
		if l.findings[i].Severity == lintError || l.strict {
			bad++
		}
	}
	err := printResult(cmd, map[string]any{"findings": append([]lintFinding{}, l.findings...)}, func(w io.Writer) error {
		for i := range l.findings {
			fmt.Fprintln(w, l.findings[i].String())
		}
		fmt.Fprintf(w, "%s, %s\n", counted(len(l.list), "template", "templates"), counted(len(l.findings), "finding", "findings"))
		return nil
	})
	if err != nil || bad == 0 {
		return err
	}
	return exit{exitNo, errors.New(counted(bad, "finding is an error", "findings are errors"))}
}
