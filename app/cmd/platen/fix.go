package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app/textfile"
	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// maxRounds bounds the rounds of fixing: one fix may uncover the next problem.
const maxRounds = 10

func fixCommand() *cobra.Command {
	var r remote
	var responseFile, out string
	var write, safeOnly bool
	cmd := &cobra.Command{
		Use:   "fix REQUEST.json",
		Short: "Fix a render request by the patches of its errors",
		Long: `Apply the fix_patch of every broken rule to a request file and show the changes. The broken rules come from a saved response
(--response: an error of /api/v1/facade/generate, or a response of /api/v1/validate), from the service (with --base-url or
--key), or from a local check, which covers requests without templates, brands and assets.
With --write the file is changed, otherwise only the difference is shown. --safe-only applies only patches that cannot
change what is published: a misspelt field is renamed and keeps its value, a value is converted to its type.
Exit code 0 means that nothing is left to fix, 1 that problems remain that no patch fixes, 2 that the request could not be checked.`,
		Example: `  platen fix request.json                      # checks locally, shows the difference
  platen fix request.json --write
  platen fix request.json --key @key.txt --write   # checks with the service
  curl … -d @request.json | platen fix request.json --response - -o fixed.json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			offline := r.key == "" && r.baseURL == ""
			before, err := textfile.Read(args[0])
			if err != nil {
				return exit{exitUsage, err}
			}
			var doc any
			if err := canonical.Unmarshal(before, &doc); err != nil {
				return exit{exitUsage, fmt.Errorf("%s is not JSON: %w", args[0], err)}
			}
			m := requestFixer{doc: doc, safeOnly: safeOnly}
			switch {
			case responseFile != "":
				err = m.applyResponse(responseFile, cmd.InOrStdin())
			case offline:
				err = m.rounds(func(doc []byte) ([]finding, error) { return checkLocally(cmd, args[0], doc) })
			default:
				if err := r.complete(); err != nil {
					return err
				}
				err = m.rounds(func(doc []byte) ([]finding, error) { return checkRemotely(cmd, &r, doc) })
			}
			if err != nil {
				return err
			}
			if write {
				out = args[0]
			}
			return m.report(cmd, args[0], before, out)
		},
	}
	r.register(cmd)
	cmd.Flags().StringVar(&responseFile, "response", "", "file with the service's response (- reads standard input)")
	cmd.Flags().StringVar(&responseFile, "answer", "", "")
	_ = cmd.Flags().MarkDeprecated("answer", "use --response")
	cmd.Flags().StringVarP(&out, "output", "o", "", "write the fixed request to this file")
	cmd.Flags().BoolVar(&safeOnly, "safe-only", false, "apply only patches that cannot change what is published")
	cmd.Flags().BoolVar(&write, "write", false, "write the fixed request over the file")
	cmd.MarkFlagsMutuallyExclusive("output", "write")
	return cmd
}

// requestFixer applies patches to a request.
type requestFixer struct {
	doc      any
	safeOnly bool
	applied  []patchStep
	left     []finding
}

// rounds checks and fixes until there are no problems, or none that can be fixed.
func (m *requestFixer) rounds(check func(doc []byte) ([]finding, error)) error {
	for range maxRounds {
		doc, err := json.Marshal(m.doc)
		if err != nil {
			return err
		}
		if m.left, err = check(doc); err != nil {
			return err
		}
		n := len(m.applied)
		if err := m.applyPatches(); err != nil || len(m.applied) == n {
			return err
		}
	}
	return nil
}

// applyPatches applies the patches of the remaining problems.
func (m *requestFixer) applyPatches() (err error) {
	var rest []finding
	for _, f := range m.left {
		if len(f.FixPatch) == 0 || m.safeOnly && !f.Safe {
			rest = append(rest, f)
			continue
		}
		for _, op := range f.FixPatch {
			if m.doc, err = op.apply(m.doc); err != nil {
				return fmt.Errorf("fixing %s: %w", f.Path, err)
			}
			m.applied = append(m.applied, op)
		}
	}
	m.left = rest
	return nil
}

// applyResponse applies the patches of a response of the service.
func (m *requestFixer) applyResponse(file string, stdin io.Reader) (err error) {
	data, err := readInput(file, stdin)
	if err != nil {
		return exit{exitUsage, err}
	}
	var body struct {
		Error  *refusal  `json:"error"`
		Errors []finding `json:"errors"`
	}
	if err := canonical.Unmarshal(data, &body); err != nil {
		return exit{exitUsage, fmt.Errorf("the response is not JSON: %w", err)}
	}
	if m.left = body.Errors; len(m.left) == 0 && body.Error != nil {
		m.left = body.Error.Details
	}
	return m.applyPatches()
}

// checkLocally checks a request without a service.
func checkLocally(cmd *cobra.Command, file string, doc []byte) ([]finding, error) {
	req, err := decodeRequest(doc)
	if err == nil {
		var local *rendering.Local
		if local, err = newLocal(engine.New(engine.Options{}), ""); err != nil {
			return nil, err
		}
		err = local.Draw(cmd.Context(), req, fileFolder(file), func(rendering.Drawing) error { return nil })
	}
	if err == nil {
		return nil, nil
	}
	f := fault.From(err)
	if f.Kind() == fault.New(fault.InternalError, "").Kind() {
		return nil, exit{exitUsage, err}
	}
	for _, d := range f.Details {
		if d.Rule == "needs_service" {
			return nil, exit{exitUsage, fmt.Errorf("%s Give --base-url and --key", d.Message)}
		}
	}
	return findings(f.Details), nil
}

// checkRemotely has the service check a request.
func checkRemotely(cmd *cobra.Command, r *remote, doc []byte) ([]finding, error) {
	var found struct {
		Errors []finding `json:"errors"`
	}
	err := r.call(cmd.Context(), "POST", "/api/v1/validate", json.RawMessage(doc), &found)
	if f := fault.From(err); err != nil && (f.Code == fault.InvalidRequest || f.Code == fault.ValidationFailed) {
		return findings(f.Details), nil
	}
	if err != nil {
		return nil, exit{exitUsage, err}
	}
	return found.Errors, nil
}

// patchKind returns the name of the applied kind of patches.
func (m *requestFixer) patchKind() string {
	if m.safeOnly {
		return "safe patch"
	}
	return "patch"
}

// report writes the fixed request and shows the difference.
func (m *requestFixer) report(cmd *cobra.Command, name string, before []byte, out string) error {
	after, err := pretty(m.doc)
	if err != nil {
		return err
	}
	if out != "" && len(m.applied) > 0 {
		if err := writeFile(out, after); err != nil {
			return err
		}
	}
	status := error(nil)
	if len(m.left) > 0 {
		status = exit{exitNo, fmt.Errorf("%s that no %s fixes", remaining(len(m.left)), m.patchKind())}
	}
	if asJSON(cmd) {
		decoded := map[string]any{"applied": append([]patchStep{}, m.applied...), "remaining": append([]finding{}, m.left...), "request": m.doc}
		if err := printResult(cmd, decoded, nil); err != nil {
			return err
		}
		return status
	}
	w := cmd.OutOrStdout()
	if len(m.applied) == 0 && len(m.left) == 0 {
		fmt.Fprintln(w, "nothing to fix")
	}
	var old any
	if err := canonical.Unmarshal(before, &old); err != nil {
		return err
	}
	neat, err := pretty(old)
	if err != nil {
		return err
	}
	writeDiff(w, name, string(neat), string(after))
	for _, f := range m.left {
		fmt.Fprintf(w, "remains: %s\n", strings.TrimPrefix(f.Path+": "+f.Message, ": "))
	}
	return status
}

// pretty formats a document for a file.
func pretty(doc any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(doc)
	return b.Bytes(), err
}

func remaining(problems int) string {
	return counted(problems, "problem remains", "problems remain")
}
