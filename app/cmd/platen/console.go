package main

import (
	"context"
	"net/url"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/modules/platform/ident"
	platen "github.com/platenhq/platen/sdk/go"
)

func consoleCommand() *cobra.Command {
	var workspace, mode, baseURL string
	cmd := &cobra.Command{
		Use:   "console",
		Short: "Print a one-time link that signs the owner in to the console",
		Long: `Print a link that signs the owner of a workspace in to the console of the running service. The link is valid once, for ten minutes; the
session has every scope and lasts twelve hours. The command writes to the service's database, which it finds like ` + "`platen keys`" + `.`,
		Example: "  platen console\n  platen console --workspace acme --mode test",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if mode != string(ident.Live) && mode != string(ident.Test) {
				return usage("--mode: %q is not test or live", mode)
			}
			return withInstallation(cmd, func(ctx context.Context, in *app.Installation) error {
				ws, err := findWorkspace(ctx, in, workspace)
				if err != nil {
					return err
				}
				link, err := in.SignIn(ctx, ws.ID, ident.Mode(mode))
				if err != nil {
					return err
				}
				if baseURL == "" {
					baseURL = serviceURL()
				}
				if u, err := url.Parse(baseURL); err != nil || u.Host == "" {
					return usage("--base-url: %q is not an address such as https://images.example.com", baseURL)
				}
				address := app.SignInURL(baseURL, link)
				return printResult(cmd, map[string]any{"url": address, "workspace_id": ws.ID, "mode": mode}, line("%s", address))
			})
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&workspace, "workspace", "", "workspace id or name (default: the default workspace)")
	fs.StringVar(&mode, "mode", string(ident.Live), "live or test: the mode of the session; a live session creates keys of both modes")
	fs.StringVar(&baseURL, "base-url", "", "address of the service for browsers (default: PLATEN_BASE_URL, or its own address)")
	return cmd
}

// serviceURL returns the address of the service whose settings the command has found.
func serviceURL() string {
	cfg, _, err := locate()
	if err == nil && cfg.BaseURL != "" {
		return cfg.BaseURL
	}
	for _, r := range runningServices() {
		if r.DataDir == cfg.DataDir {
			return r.URL
		}
	}
	if cfg.Serve.Addr != "" {
		return "http://" + reachable(cfg.Serve.Addr)
	}
	return platen.DefaultBaseURL
}
