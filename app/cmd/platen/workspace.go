package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/ident"
)

func workspaceCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "workspace", Short: "Manage workspaces"}
	cmd.AddCommand(&cobra.Command{
		Example: "  platen workspace create acme",
		Use:     "create NAME", Short: "Create a workspace and print its id", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withInstallation(cmd, func(ctx context.Context, in *app.Installation) error {
				ws, err := in.CreateWorkspace(ctx, args[0])
				if err != nil {
					return err
				}
				return printResult(cmd, map[string]any{"id": ws.ID, "name": ws.Name}, line("%s", ws.ID))
			})
		},
	}, &cobra.Command{
		Example: "  platen workspace list --json",
		Use:     "list", Short: "List workspaces and their credits", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return withInstallation(cmd, listWorkspaces(cmd)) },
	})
	return cmd
}

func listWorkspaces(cmd *cobra.Command) func(ctx context.Context, in *app.Installation) error {
	return func(ctx context.Context, in *app.Installation) error {
		list, err := in.Auth.Workspaces(ctx)
		if err != nil {
			return err
		}
		type row struct {
			ID        ident.Workspace `json:"id"`
			Name      string          `json:"name"`
			Available int64           `json:"available"`
			Held      int64           `json:"held"`
			Spent     int64           `json:"spent"`
		}
		rows := make([]row, len(list))
		for i, ws := range list {
			b, err := in.Credits.Balance(ctx, ws.ID)
			if err != nil {
				return err
			}
			rows[i] = row{ws.ID, ws.Name, b.Available, b.Held, b.Spent}
		}
		return printResult(cmd, map[string]any{"workspaces": rows}, func(out io.Writer) error {
			w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "ID\tNAME\tAVAILABLE\tHELD\tSPENT")
			for _, r := range rows {
				fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\n", r.ID, r.Name, r.Available, r.Held, r.Spent)
			}
			return w.Flush()
		})
	}
}

// findWorkspace returns the workspace with the id or name, the default one for "".
func findWorkspace(ctx context.Context, in *app.Installation, which string) (auth.Workspace, error) {
	if which == "" {
		which = auth.DefaultWorkspace
	}
	find := func() (auth.Workspace, error) { return in.Auth.WorkspaceByName(ctx, which) }
	if ident.Valid(ident.WorkspaceKind, which) {
		find = func() (auth.Workspace, error) { return in.Auth.Workspace(ctx, ident.Workspace(which)) }
	}
	ws, err := find()
	if err != nil {
		return ws, fmt.Errorf("workspace %q: %w", which, err)
	}
	return ws, nil
}
