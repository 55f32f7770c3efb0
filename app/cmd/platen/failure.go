package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// The exit codes of every command.
const (
	exitNo        = 1   // the result is negative, or the work failed
	exitUsage     = 2   // the command line is invalid, or the check could not be performed
	exitInterrupt = 130 // ended by a signal
)

// exit is an error with an exit code.
type exit struct {
	code int
	error
}

func (e exit) Unwrap() error { return e.error }

func exitCode(err error) int {
	var e exit
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		return e.code
	case errors.Is(err, context.Canceled):
		return exitInterrupt
	case misspelt(err):
		return exitUsage
	}
	return exitNo
}

// misspelt reports whether cobra could not read the command line; it has no type for that.
func misspelt(err error) bool {
	for _, start := range []string{"unknown command", "required flag(s)", "if any flags in the group", "at least one of the flags in the group"} {
		if strings.HasPrefix(err.Error(), start) {
			return true
		}
	}
	return false
}

// usage returns an error about the command line.
func usage(format string, args ...any) error { return exit{exitUsage, fmt.Errorf(format, args...)} }

// plainFlagError rewrites the error of an invalid flag value to name the valid values.
func plainFlagError(c *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	var missing *pflag.NotExistError
	if errors.As(err, &missing) && missing.GetSpecifiedShortnames() == "" {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := fault.Nearest(missing.GetSpecifiedName(), names); near != "" {
			return fmt.Errorf("unknown flag: --%s; did you mean --%s?", missing.GetSpecifiedName(), near)
		}
	}
	if !errors.As(err, &invalid) {
		return err
	}
	f := invalid.GetFlag()
	kind := map[string]string{"int": "a whole number", "uint32": "a whole number that is not negative", "float64": "a number", "bool": "true or false"}[f.Value.Type()]
	if kind == "" {
		return err
	}
	return fmt.Errorf("--%s is %q; it must be %s", f.Name, invalid.GetValue(), kind)
}

// strict makes invalid flags and arguments of a command and its subcommands usage errors.
func strict(cmd *cobra.Command) {
	cmd.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usage("%w; see `%s --help`", plainFlagError(c, err), c.CommandPath())
	})
	if check := cmd.Args; check != nil {
		cmd.Args = func(c *cobra.Command, args []string) error {
			if err := check(c, args); err != nil {
				return usage("%w; usage: `%s`", err, c.UseLine())
			}
			return nil
		}
	}
	if cmd.RunE == nil && cmd.HasSubCommands() { // only a group of commands
		cmd.Args = cobra.ArbitraryArgs // an unknown subcommand is an error of RunE, not the help text
		cmd.RunE = func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			names := make([]string, 0, len(c.Commands()))
			for _, sub := range c.Commands() {
				if sub.IsAvailableCommand() {
					names = append(names, sub.Name())
				}
			}
			near := fault.Nearest(args[0], names)
			if near != "" {
				near = "did you mean " + near + "? "
			}
			return usage("unknown command %q for %q; %suse one of %s", args[0], c.CommandPath(), near, strings.Join(names, ", "))
		}
	}
	for _, c := range cmd.Commands() {
		strict(c)
	}
}

// strictHelp makes an unknown command after help a usage error; cobra prints the program's help and succeeds.
func strictHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		if c.Name() != "help" {
			continue
		}
		c.Run = nil
		c.RunE = func(_ *cobra.Command, args []string) error {
			of, rest, err := root.Find(args)
			if err == nil && len(rest) > 0 && !of.HasSubCommands() {
				rest = nil // the arguments of a command, as in help render card.html
			}
			if err != nil || len(rest) > 0 {
				return of.RunE(of, rest)
			}
			of.InitDefaultHelpFlag()
			return of.Help()
		}
	}
}

// counted returns a number with its noun: 1 file, 2 files.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// problem is an error as --json prints it, in the form of the service's errors.
type problem struct {
	Code    string    `json:"code"`
	Message string    `json:"message"`
	Details []finding `json:"details,omitempty"`
	Exit    int       `json:"exit_code"`
}

// finding is one violated rule.
type finding struct {
	Path     string      `json:"path,omitempty"`
	Rule     string      `json:"rule,omitempty"`
	Message  string      `json:"message"`
	FixPatch []patchStep `json:"fix_patch,omitempty"`
	// Safe reports that FixPatch cannot change what is published.
	Safe bool `json:"safe,omitempty"`
	// Context contains the rule in the service's errors.
	Context map[string]any `json:"context,omitempty"`
}

// rule returns the name of the violated rule.
func (f *finding) rule() string {
	if name, ok := f.Context["rule"].(string); ok && f.Rule == "" {
		return name
	}
	return f.Rule
}

// printError prints an error: as JSON for programs, otherwise with each violated rule and its fix.
func printError(w io.Writer, err error, asJSON bool) {
	p := describeProblem(err)
	if asJSON {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		_ = enc.Encode(map[string]problem{"error": p}) // standard error is closed
		return
	}
	fmt.Fprintln(w, "platen:", p.Message)
	for i := range p.Details {
		d := &p.Details[i]
		switch decoded := strings.HasSuffix(p.Message, d.Message); {
		case !decoded:
			fmt.Fprintf(w, "  %s\n", strings.TrimPrefix(place(d.Path)+": "+d.Message, ": "))
		case d.Path != "":
			fmt.Fprintf(w, "  at %s\n", place(d.Path))
		}
		for _, op := range d.FixPatch {
			fmt.Fprintf(w, "    fix: %s\n", op.advice())
		}
	}
}

// describeProblem returns an error in its JSON form.
func describeProblem(err error) problem {
	p := problem{Code: "FAILED", Message: err.Error(), Exit: exitCode(err)}
	if p.Exit == exitUsage {
		p.Code = "USAGE"
	}
	var f *fault.Error
	var refused *engine.Error
	switch {
	case errors.As(err, &f):
		p.Code, p.Message, p.Details = string(f.Code), f.Message, findings(f.Details)
	case errors.As(err, &refused):
		p.Code, p.Details = string(fault.ValidationFailed), []finding{{Path: refused.Path, Rule: refused.Rule, Message: refused.Message}}
	}
	return p
}

func findings(details []fault.Detail) []finding {
	out := make([]finding, len(details))
	for i, d := range details {
		out[i] = finding{Path: d.Path, Rule: d.Rule, Message: d.Message, Safe: d.Safe}
		for _, op := range d.FixPatch {
			out[i].FixPatch = append(out[i].FixPatch, patchStep{Op: op.Op, Path: op.Path, Value: op.Value})
		}
	}
	return out
}

// flagOf are the flags of platen render that write members of a request with one output.
var flagOf = map[string]string{
	"/outputs/0/width": "--width", "/outputs/0/height": "--height", "/outputs/0/scale": "--scale", "/outputs/0/format": "--format",
	"/outputs/0/preset": "--preset", "/outputs/0/quality": "--quality", "/outputs/0/lossless": "--lossless", "/outputs/0/effort": "--effort", "/outputs/0/svg": "--svg-text", "/outputs/0/svg/text": "--svg-text", "/outputs/0/palette": "--palette",
	"/outputs/0/background": "--background", "/outputs/0/max_bytes": "--max-bytes", "/outputs/0/page/size": "--page-size", "/outputs/0/page/margin": "--margin",
	"/outputs/0/page": "--page-size, --margin", "/outputs/0/animation": "--fps, --duration, --loops", "/on_missing": "--strict",
}

// place returns the location of a problem, with the corresponding flag.
func place(path string) string {
	if flag, ok := flagOf[path]; ok {
		return path + " (" + flag + ")"
	}
	return path
}
