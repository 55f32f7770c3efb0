package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app/contract"
)

func contractTestCommand() *cobra.Command {
	var r remote
	var other string
	var all bool
	var timeout time.Duration
	var only []string
	cmd := &cobra.Command{
		Use:   "contract-test --base-url URL --key KEY",
		Short: "Test a deployment against every clause of the contract",
		Long: `Run every clause of the contract that a client can check against a deployment, over REST and Connect. It creates
renders, webhooks and keys in the key's workspace and deletes what can be deleted; with a live key it costs several
hundred credits. Checks that a client cannot make (changing the clock, breaking the database) or that the key lacks scopes for
are skipped and reported. Use a live key with every scope (` + "`platen keys create --mode live --scopes all`" + `): with keys:write it creates the
keys of other scopes that checks need, and revokes them after the run. It respects the service's rate limits: a whole run
takes minutes, or five to ten with a test key, whose limits are a quarter of a live key's; checks after --timeout are skipped.
Exit code 0 means that every checked clause holds, 1 that one does not, 2 that nothing could be checked.`,
		Example: "  platen contract-test --base-url https://platen.example.com --key @api.key --only I,L-03",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := r.complete(); err != nil {
				return err
			}
			if r.key == "" {
				return usage("an API key is required: --key or PLATEN_API_KEY; `platen keys create --mode live --scopes all` creates one")
			}
			otherKey, err := secretFlag("--other-key", other)
			if err != nil {
				return err
			}
			e := &contract.Env{BaseURL: r.baseURL, Key: r.key, OtherKey: otherKey, Client: contract.NewClient()}
			if err := e.Reach(cmd.Context()); err != nil {
				return exit{2, err}
			}
			parts := chosen(only)
			writeRights(cmd.ErrOrStderr(), e, parts)
			limited, stop := context.WithTimeout(cmd.Context(), timeout)
			defer stop()
			failed, err := contractTest(limited, cmd, e, parts, all)
			ctx, cancel := context.WithTimeout(context.WithoutCancel(cmd.Context()), time.Minute)
			defer cancel()
			if left := e.Close(ctx); len(left) > 0 {
				fmt.Fprintf(cmd.ErrOrStderr(), "these keys could not be revoked: %s\n", strings.Join(left, ", "))
			}
			if err != nil {
				return exit{2, err}
			}
			if failed > 0 {
				return exit{1, errors.New(counted(failed, "check failed", "checks failed"))}
			}
			return nil
		},
	}
	fs := cmd.Flags()
	r.register(cmd)
	fs.StringVar(&other, "other-key", "", "API key of another workspace, or @FILE that contains it, for the clauses about other workspaces' data")
	fs.StringSliceVar(&only, "only", nil, "ids or first letters of the clauses to run")
	fs.DurationVar(&timeout, "timeout", 15*time.Minute, "start no further checks after this time")
	fs.BoolVar(&all, "all", false, "also list passed and skipped clauses")
	return cmd
}

// writeRights prints the key's rights and the checks skipped for missing ones, before anything is created.
func writeRights(w io.Writer, e *contract.Env, parts []contract.Part) {
	mode := "The token"
	if e.Rights.Mode != "" {
		mode = "The " + e.Rights.Mode + " key"
	}
	if len(e.Rights.Lacking) == 0 {
		fmt.Fprintf(w, "%s has every scope.\n", mode)
	} else {
		fmt.Fprintf(w, "%s lacks %s; checks that need them are skipped.\n", mode, strings.Join(e.Rights.Lacking, ", "))
	}
	if e.Rights.Mode == "test" {
		fmt.Fprintln(w, "A test key cannot change live or shared objects; a live key covers more checks.")
	}
	lacking := map[string]int{}
	for _, p := range parts {
		for i := range p.Clauses {
			if lacks := e.Lacks(&p.Clauses[i]); lacks != "" {
				lacking[lacks]++
			}
		}
	}
	for _, what := range slices.Sorted(maps.Keys(lacking)) {
		fmt.Fprintf(w, "%s %s.\n", counted(lacking[what], "clause is skipped: it needs", "clauses are skipped: they need"), what)
	}
}

// contractTest runs the parts and prints the results; it returns the number of failed checks.
func contractTest(ctx context.Context, cmd *cobra.Command, e *contract.Env, parts []contract.Part, all bool) (failed int, err error) {
	count := map[contract.Verdict]int{}
	out := cmd.OutOrStdout()
	total := 0
	for _, p := range parts {
		for i := range p.Clauses {
			total += len(p.Clauses[i].Surfaces())
		}
	}
	bar := newProgress(cmd.ErrOrStderr(), "checking", total)
	defer bar.done()
	defer bar.showNote(func() string { return waiting(e.Waiting()) })()
	err = contract.RunAll(ctx, e, parts, func(r contract.Result) {
		count[r.Verdict]++
		bar.step()
		if asJSON(cmd) {
			line, _ := json.Marshal(r)
			fmt.Fprintln(out, string(line))
			return
		}
		if all || r.Verdict == contract.Failed {
			show(out, r)
		}
	})
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return 0, err
	}
	if err != nil {
		fmt.Fprintln(cmd.ErrOrStderr(), "The time limit (--timeout) is reached: the remaining checks are skipped.")
	}
	if !asJSON(cmd) {
		fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", count[contract.Passed], count[contract.Failed], count[contract.Skipped])
	}
	if count[contract.Passed]+count[contract.Failed] == 0 {
		return 0, errors.New("no clause could be checked")
	}
	return count[contract.Failed], nil
}

// waiting says which rate limits hold calls up, "" when none does.
func waiting(calls map[string]int) string {
	var parts []string
	for _, category := range slices.Sorted(maps.Keys(calls)) {
		parts = append(parts, fmt.Sprintf("%d of %s", calls[category], category))
	}
	if len(parts) == 0 {
		return ""
	}
	return "calls that wait for a rate limit: " + strings.Join(parts, ", ")
}

func show(w io.Writer, r contract.Result) {
	fmt.Fprintf(w, "%-5s %-14s %-9s %s\n", r.ID, r.Surface, r.Verdict, r.Says)
	for _, why := range r.Why {
		fmt.Fprintf(w, "      %s\n", why)
	}
}

// chosen returns the parts with the clauses whose ids begin with one of only.
func chosen(only []string) []contract.Part {
	parts := contract.Parts()
	if len(only) == 0 {
		return parts
	}
	var out []contract.Part
	for _, p := range parts {
		var keep []contract.Clause
		for _, c := range p.Clauses {
			for _, prefix := range only {
				if strings.HasPrefix(c.ID, prefix) {
					keep = append(keep, c)
					break
				}
			}
		}
		p.Clauses = keep
		out = append(out, p)
	}
	return out
}
