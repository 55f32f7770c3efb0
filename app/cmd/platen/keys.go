package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/ident"
)

func keysCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "keys", Short: "Manage API keys"}
	cmd.AddCommand(keysCreate(), keysImport(), keysList(), keysRevoke())
	return cmd
}

// keyFlags are the flags of a new key.
type keyFlags struct {
	workspace, mode, name, brand string
	scopes                       []string
}

func (k *keyFlags) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&k.workspace, "workspace", "", "workspace id or name (default: the default workspace)")
	fs.StringVar(&k.name, "name", "", "name of the key")
	fs.StringSliceVar(&k.scopes, "scopes", nil, "scopes separated by commas, or all (default: all except admin:*, keys:write, approvals:write and approvals:decide)")
	fs.StringVar(&k.brand, "brand", "", "limit the key to one brand")
}

// newKey finds the workspace and checks the flags.
func (k *keyFlags) newKey(ctx context.Context, in *app.Installation) (auth.NewKey, error) {
	ws, err := findWorkspace(ctx, in, k.workspace)
	if err != nil {
		return auth.NewKey{}, err
	}
	n := auth.NewKey{Workspace: ws.ID, Mode: ident.Mode(k.mode), Name: k.name, Scopes: k.scopes}
	switch {
	case len(k.scopes) == 0:
		n.Scopes = ident.DefaultScopes()
	case slices.Equal(k.scopes, []string{"all"}):
		n.Scopes = ident.KnownScopes()
	}
	if k.brand != "" {
		n.Scopes = append(n.Scopes, "brand:"+k.brand)
	}
	return n, nil
}

func keysCreate() *cobra.Command {
	var k keyFlags
	cmd := &cobra.Command{
		Example: "  platen keys create --mode live --scopes render:read,render:write",
		Use:     "create --mode test|live", Short: "Create a key and print it (it is shown only once)", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case k.mode == "":
				return usage("pass --mode test (free, watermarked) or --mode live (charges credits)")
			case k.mode != string(ident.Live) && k.mode != string(ident.Test):
				return usage("--mode: %q is not test or live", k.mode)
			}
			return withInstallation(cmd, func(ctx context.Context, in *app.Installation) error {
				n, err := k.newKey(ctx, in)
				if err != nil {
					return err
				}
				text, err := in.MintKeyIn(ctx, n)
				if err != nil {
					return err
				}
				return printResult(cmd, map[string]any{"key": text, "workspace_id": n.Workspace, "mode": n.Mode, "scopes": n.Scopes}, line("%s", text))
			})
		},
	}
	k.register(cmd)
	cmd.Flags().StringVar(&k.mode, "mode", "", "test (free, watermarked) or live (charges credits)")
	return cmd
}

func keysImport() *cobra.Command {
	var k keyFlags
	cmd := &cobra.Command{
		Example: "  platen keys import --workspace acme < key.txt",
		Use:     "import", Short: "Import a key issued elsewhere, read from standard input", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			text, err := bufio.NewReader(cmd.InOrStdin()).ReadString('\n')
			if err != nil && text == "" {
				return fmt.Errorf("reading the key from standard input: %w", err)
			}
			return withInstallation(cmd, func(ctx context.Context, in *app.Installation) error {
				n, err := k.newKey(ctx, in)
				if err != nil {
					return err
				}
				id, err := in.ImportKey(ctx, n, strings.TrimSpace(text))
				if err != nil {
					return err
				}
				return printResult(cmd, map[string]any{"id": id, "workspace_id": n.Workspace}, line("%s", id))
			})
		},
	}
	k.register(cmd)
	return cmd
}

func keysList() *cobra.Command {
	var workspace string
	cmd := &cobra.Command{
		Example: "  platen keys list --workspace acme",
		Use:     "list", Short: "List the keys of a workspace", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withInstallation(cmd, func(ctx context.Context, in *app.Installation) error {
				ws, err := findWorkspace(ctx, in, workspace)
				if err != nil {
					return err
				}
				var list []auth.Key
				for _, mode := range []ident.Mode{ident.Live, ident.Test} {
					if list, err = appendKeys(ctx, in, list, ws.ID, mode); err != nil {
						return err
					}
				}
				return printResult(cmd, map[string]any{"keys": keyRows(list)}, func(w io.Writer) error { return printKeys(w, list) })
			})
		},
	}
	cmd.Flags().StringVar(&workspace, "workspace", "", "workspace id or name (default: the default workspace)")
	return cmd
}

// keyRow is a key in --json output.
type keyRow struct {
	ID         string     `json:"id"`
	Prefix     string     `json:"prefix"`
	LastFour   string     `json:"last_four"`
	Status     string     `json:"status"`
	Name       string     `json:"name"`
	CreatedAt  time.Time  `json:"created_at"`
	LastUsedAt *time.Time `json:"last_used_at"`
	LastUsedIP string     `json:"last_used_ip,omitempty"`
}

func keyRows(list []auth.Key) []keyRow {
	rows := make([]keyRow, len(list))
	for i, k := range list {
		rows[i] = keyRow{ID: k.ID, Prefix: k.Prefix, LastFour: k.LastFour, Status: string(k.Status), Name: k.Name, CreatedAt: k.CreatedAt, LastUsedIP: k.LastUsedIP}
		if !k.LastUsedAt.IsZero() {
			rows[i].LastUsedAt = &k.LastUsedAt
		}
	}
	return rows
}

func appendKeys(ctx context.Context, in *app.Installation, list []auth.Key, ws ident.Workspace, mode ident.Mode) ([]auth.Key, error) {
	limit, cursor := int32(50), ""
	for {
		p, err := in.Auth.Keys(ctx, ident.System(ws, mode).Tenant(), &limit, &cursor)
		if err != nil {
			return nil, err
		}
		list = append(list, p.Items...)
		if cursor = p.Next; cursor == "" {
			return list, nil
		}
	}
}

func printKeys(out io.Writer, list []auth.Key) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tKEY\tSTATUS\tNAME\tCREATED\tLAST USED")
	for _, k := range list {
		used := "never"
		if !k.LastUsedAt.IsZero() {
			used = k.LastUsedAt.Format("2006-01-02 15:04") + " from " + k.LastUsedIP
		}
		fmt.Fprintf(w, "%s\t%s…%s\t%s\t%s\t%s\t%s\n", k.ID, k.Prefix, k.LastFour, k.Status, k.Name, k.CreatedAt.Format("2006-01-02 15:04"), used)
	}
	return w.Flush()
}

func keysRevoke() *cobra.Command {
	var workspace string
	cmd := &cobra.Command{
		Example: "  platen keys revoke key_…",
		Use:     "revoke KEY_ID", Short: "Revoke a key immediately", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withInstallation(cmd, func(ctx context.Context, in *app.Installation) error {
				ws, err := findWorkspace(ctx, in, workspace)
				if err != nil {
					return err
				}
				if err := in.RevokeKey(ctx, ws.ID, args[0]); err != nil {
					return err
				}
				return printResult(cmd, map[string]any{"id": args[0], "status": "revoked"}, line("revoked %s", args[0]))
			})
		},
	}
	cmd.Flags().StringVar(&workspace, "workspace", "", "workspace id or name (default: the default workspace)")
	return cmd
}
