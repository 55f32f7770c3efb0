package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/platform/ident"
)

func decisionsCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "decisions", Short: "Export and verify the decision log"}
	verify := &cobra.Command{
		Use: "verify FILE", Short: "Check the hash chain of an export (- reads standard input)", Args: cobra.ExactArgs(1),
		Long: `Recompute the hash of every entry of an export and check that each entry follows the previous one. With --after and
--hash, the number and hash of the last entry of an earlier export, changes to earlier entries are detected.
Exit code 0 means that the chain is intact, 1 that it is broken, 2 that the export could not be read.`,
		Example: "  curl -H \"Authorization: Bearer $KEY\" …/api/v1/decisions/export?limit=10000 > decisions.jsonl\n  platen decisions verify decisions.jsonl",
	}
	var after int64
	var hash string
	verify.Flags().Int64Var(&after, "after", 0, "number of the entry before the first one of the export")
	verify.Flags().StringVar(&hash, "hash", "", "hash of that entry")
	verify.RunE = func(cmd *cobra.Command, args []string) error {
		in, err := openInput(args[0], cmd.InOrStdin())
		if err != nil {
			return exit{2, err}
		}
		defer in.Close()
		from := approvals.Chain{}
		if hash != "" {
			sum, err := hex.DecodeString(hash)
			if err != nil || len(sum) != 32 {
				return exit{2, fmt.Errorf("--hash: %q is not a SHA-256 in hex", hash)}
			}
			from = approvals.From(after, sum)
		}
		return verifyDecisions(cmd, in, from)
	}
	cmd.AddCommand(verify, exportDecisionsCommand())
	return cmd
}

func verifyDecisions(cmd *cobra.Command, in io.Reader, from approvals.Chain) error {
	c, err := approvals.VerifyExport(in, from)
	if errors.Is(err, approvals.ErrBroken) {
		if e := printResult(cmd, map[string]any{"intact": false, "number": c.Number}, line("broken: entries hold up to number %d", c.Number)); e != nil {
			return e
		}
		return err
	}
	if err != nil {
		return exit{2, err}
	}
	if c.Hash == nil {
		return exit{2, errors.New("the export holds no entry")}
	}
	return printResult(cmd, map[string]any{"intact": true, "number": c.Number, "hash": hex.EncodeToString(c.Hash)}, line("intact: up to number %d, hash %x", c.Number, c.Hash))
}

// exportPage is the number of entries read in one query.
const exportPage = 1000

func exportDecisionsCommand() *cobra.Command {
	var workspace string
	cmd := &cobra.Command{
		Use: "export", Short: "Write a workspace's decisions as JSON Lines", Args: cobra.NoArgs,
		Example: "  platen decisions export --workspace ws_… > decisions.jsonl",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withInstallation(cmd, func(ctx context.Context, in *app.Installation) error {
				ws, err := findWorkspace(ctx, in, workspace)
				if err != nil {
					return err
				}
				log := approvals.New(approvals.Needs{}, approvals.Deps{DB: in.DB})
				for after, more := int64(0), true; more; {
					var lines []byte
					if lines, after, more, err = log.Export(ctx, ident.System(ws.ID, ident.Live).Tenant(), after, exportPage); err != nil {
						return err
					}
					if _, err := cmd.OutOrStdout().Write(lines); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&workspace, "workspace", "", "workspace id or name (default: the default workspace)")
	return cmd
}
