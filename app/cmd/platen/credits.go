package main

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app"
)

func creditsCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "credits", Short: "Manage credits"}
	var workspace, reason string
	grant := &cobra.Command{
		Use: "grant N", Short: "Grant a workspace N credits", Args: cobra.ExactArgs(1),
		Example: "  platen credits grant --workspace ws_… 500",
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := strconv.ParseInt(args[0], 10, 64)
			if err != nil || n < 1 {
				return usage("%q is not a number of credits", args[0])
			}
			return withInstallation(cmd, func(ctx context.Context, in *app.Installation) error {
				ws, err := findWorkspace(ctx, in, workspace)
				if err != nil {
					return err
				}
				available, err := in.GrantCredits(ctx, ws.ID, n, reason)
				if err != nil {
					return err
				}
				return printResult(cmd, map[string]any{"workspace_id": ws.ID, "available": available}, line("%s has %d credits available", ws.ID, available))
			})
		},
	}
	grant.Flags().StringVar(&workspace, "workspace", "", "workspace id or name (default: the default workspace)")
	grant.Flags().StringVar(&reason, "reason", "granted by the operator", "reason shown in the ledger")
	cmd.AddCommand(grant)
	return cmd
}
