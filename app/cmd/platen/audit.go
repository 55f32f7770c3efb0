package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/ident"
)

func auditCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "audit", Short: "Export and verify the audit log"}
	cmd.AddCommand(auditExport(), auditVerify())
	return cmd
}

// auditLine is an entry of an exported file: the hashed text and its hash.
type auditLine struct {
	Canonical string `json:"canonical"`
	Hash      string `json:"hash"`
}

func auditExport() *cobra.Command {
	var workspace string
	cmd := &cobra.Command{
		Use: "export", Short: "Write every entry of a workspace as JSON Lines, oldest first", Args: cobra.NoArgs,
		Example: "  platen audit export --workspace ws_… > audit.jsonl",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withInstallation(cmd, func(ctx context.Context, in *app.Installation) error {
				ws, err := findWorkspace(ctx, in, workspace)
				if err != nil {
					return err
				}
				out := bufio.NewWriter(cmd.OutOrStdout())
				lines := json.NewEncoder(out)
				if err := in.Audit.Each(ctx, ws.ID, func(e audit.Entry) error {
					return lines.Encode(auditLine{string(e.Canonical), hex.EncodeToString(e.Hash)})
				}); err != nil {
					return err
				}
				return out.Flush()
			})
		},
	}
	cmd.Flags().StringVar(&workspace, "workspace", "", "workspace id or name (default: the default workspace)")
	return cmd
}

func auditVerify() *cobra.Command {
	var workspace string
	cmd := &cobra.Command{
		Use: "verify [FILE]", Short: "Recompute the hash chain of a workspace, or of an exported file", Args: cobra.MaximumNArgs(1),
		Example: "  platen audit verify\n  platen audit verify audit.jsonl",
		Long: `Recompute the hash chain of the audit log. Without FILE the installation's own log is verified; with FILE (- reads
standard input) the output of audit export, without an installation. The last hash is printed: comparing it later
reveals changes to earlier entries. Exit code 1 means that an entry does not match.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			check := func(found audit.Check, err error) error {
				if err != nil && !errors.Is(err, audit.ErrBroken) {
					return exit{2, err}
				}
				if err != nil {
					if e := printResult(cmd, map[string]any{"intact": false, "number": found.Number}, func(io.Writer) error { return nil }); e != nil {
						return e
					}
					return err
				}
				return printResult(cmd, map[string]any{"intact": true, "number": found.Number, "hash": hex.EncodeToString(found.Hash)},
					line("intact: %d entries, the last hash is %x", found.Number, found.Hash))
			}
			if len(args) == 1 {
				return check(verifyAuditFile(args[0], cmd.InOrStdin()))
			}
			return withInstallation(cmd, func(ctx context.Context, in *app.Installation) error {
				ws, err := findWorkspace(ctx, in, workspace)
				if err != nil {
					return err
				}
				return check(in.Audit.Verify(ctx, ws.ID))
			})
		},
	}
	cmd.Flags().StringVar(&workspace, "workspace", "", "workspace id or name (default: the default workspace)")
	return cmd
}

// verifyAuditFile verifies the chain of an exported file.
func verifyAuditFile(name string, stdin io.Reader) (audit.Check, error) {
	var found audit.Check
	in, err := openInput(name, stdin)
	if err != nil {
		return found, err
	}
	defer in.Close()
	lines := json.NewDecoder(in)
	for {
		var l auditLine
		err := lines.Decode(&l)
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return found, fmt.Errorf("reading entry %d: %w", found.Number+1, err)
		}
		e, err := l.entry(found)
		if err != nil {
			return found, err
		}
		if err := found.Next(e); err != nil {
			return found, err
		}
	}
}

// entry converts the line to the entry to check; its contents come from the hashed text.
func (l auditLine) entry(after audit.Check) (audit.Entry, error) {
	var decoded struct {
		ID        string          `json:"id"`
		Workspace ident.Workspace `json:"workspace_id"`
		Number    int64           `json:"number"`
		Livemode  bool            `json:"livemode"`
		Actor     string          `json:"actor"`
		Action    string          `json:"action"`
		Subject   string          `json:"subject"`
		RequestID string          `json:"request_id"`
		IP        string          `json:"ip"`
	}
	if err := json.Unmarshal([]byte(l.Canonical), &decoded); err != nil {
		return audit.Entry{}, fmt.Errorf("entry %d is not JSON: %w", after.Number+1, audit.ErrBroken)
	}
	hash, err := hex.DecodeString(l.Hash)
	if err != nil {
		return audit.Entry{}, fmt.Errorf("entry %d has no hash: %w", after.Number+1, audit.ErrBroken)
	}
	e := audit.Entry{ID: decoded.ID, Number: decoded.Number, Canonical: []byte(l.Canonical), Hash: hash, Previous: after.Hash}
	if e.Previous == nil {
		e.Previous = make([]byte, len(hash))
	}
	e.Change = audit.Change{Workspace: decoded.Workspace, Mode: ident.Test, Actor: decoded.Actor, Action: decoded.Action, Subject: decoded.Subject, RequestID: decoded.RequestID, IP: decoded.IP}
	if decoded.Livemode {
		e.Mode = ident.Live
	}
	return e, nil
}
