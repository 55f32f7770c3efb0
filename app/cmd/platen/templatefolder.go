package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app/templatefiles"
)

// templateChange is a template that pull, diff or push changed or would change.
type templateChange struct {
	Slug    string                 `json:"slug"`
	Action  string                 `json:"action"`
	Changes []templatefiles.Change `json:"changes,omitempty"`
}

// templateFolder is a folder of templates and the corresponding ones of a workspace.
type templateFolder struct {
	remote
	dir           string
	service       *templatefiles.Remote
	local, stored []*templatefiles.Template
}

// open reads the folder, unless it is only written, and the workspace's templates; args are slugs that limit both, none for all.
func (f *templateFolder) open(cmd *cobra.Command, args []string, readLocal bool) (err error) {
	if err := f.complete(); err != nil {
		return err
	}
	if f.key == "" {
		return usage("an API key is required: --key or PLATEN_API_KEY; `platen keys create --mode test` creates one")
	}
	f.dir = args[0]
	if readLocal {
		if f.local, err = templatefiles.Read(f.dir); err != nil {
			return exit{exitUsage, fmt.Errorf("reading the templates of %s: %w", f.dir, err)}
		}
	}
	f.service = templatefiles.NewRemote(f.baseURL, f.key)
	if f.stored, err = f.service.All(cmd.Context()); err != nil {
		var refused *net.OpError
		if errors.As(err, &refused) {
			return exit{exitUsage, fmt.Errorf("%w; is the service running at %s? --base-url or PLATEN_BASE_URL names another", err, f.baseURL)}
		}
		return fmt.Errorf("reading the templates of %s: %w", f.baseURL, err)
	}
	slugs := args[1:]
	for _, slug := range slugs {
		if find(f.local, slug) == nil && find(f.stored, slug) == nil {
			return usage("there is no template %q in %s or at %s", slug, f.dir, f.baseURL)
		}
	}
	if len(slugs) > 0 {
		other := func(t *templatefiles.Template) bool { return !slices.Contains(slugs, t.Slug) }
		f.local, f.stored = slices.DeleteFunc(f.local, other), slices.DeleteFunc(f.stored, other)
	}
	return nil
}

func find(list []*templatefiles.Template, slug string) *templatefiles.Template {
	for _, t := range list {
		if t.Slug == slug {
			return t
		}
	}
	return nil
}

// printTemplates prints what happened to each template, one per line with its changes below.
func printTemplates(cmd *cobra.Command, list []templateChange) error {
	return printResult(cmd, map[string]any{"templates": append([]templateChange{}, list...)}, func(w io.Writer) error {
		for _, c := range list {
			fmt.Fprintf(w, "%s: %s\n", c.Slug, c.Action)
			for _, change := range c.Changes {
				fmt.Fprint(w, change.String())
			}
		}
		return nil
	})
}

func templatesPull() *cobra.Command {
	var f templateFolder
	cmd := &cobra.Command{
		Use: "pull DIR [SLUG…]", Short: "Download the templates of a workspace into a folder", Args: cobra.MinimumNArgs(1),
		Long: `Write the latest version of each template into DIR/SLUG: template.json with the version's number, body.html or document.json,
and style.css. Samples, golden images and templates that the workspace does not have are left unchanged.`,
		Example: "  platen templates pull templates --key @api.key\n  platen templates pull templates press-card",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.open(cmd, args, false); err != nil {
				return err
			}
			list := make([]templateChange, len(f.stored))
			for i, t := range f.stored {
				if err := templatefiles.Write(f.dir, t); err != nil {
					return err
				}
				list[i] = templateChange{Slug: t.Slug, Action: "pulled"}
			}
			return printTemplates(cmd, list)
		},
	}
	f.register(cmd)
	return cmd
}

func templatesDiff() *cobra.Command {
	var f templateFolder
	cmd := &cobra.Command{
		Use: "diff DIR [SLUG…]", Short: "Show the changes that push would make", Args: cobra.MinimumNArgs(1),
		Long: `Compare the templates of DIR with those of the workspace and show the lines that push would change; + marks the folder's lines.
Exit code 0 means that nothing differs, 1 that something differs, 2 that the comparison failed.`,
		Example: "  platen templates diff templates --key @api.key",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.open(cmd, args, true); err != nil {
				return err
			}
			var list []templateChange
			for _, t := range f.local {
				have := find(f.stored, t.Slug)
				changes, err := templatefiles.Diff(have, t)
				if err != nil {
					return err
				}
				switch {
				case have == nil:
					list = append(list, templateChange{t.Slug, "new", changes})
				case len(changes) > 0:
					list = append(list, templateChange{t.Slug, "differs", changes})
				}
			}
			if err := printTemplates(cmd, list); err != nil || len(list) == 0 {
				return err
			}
			if len(list) == 1 {
				return exit{exitNo, errors.New("1 template differs")}
			}
			return exit{exitNo, fmt.Errorf("%d templates differ", len(list))}
		},
	}
	f.register(cmd)
	return cmd
}

func templatesPush() *cobra.Command {
	var f templateFolder
	var publish, force bool
	cmd := &cobra.Command{
		Use: "push DIR [SLUG…]", Short: "Upload the templates of a folder to the workspace", Args: cobra.MinimumNArgs(1),
		Long: `Create the templates of DIR that the workspace does not have, and new versions of those that differ. Existing versions
are immutable, and templates that exist only in the workspace are left unchanged.
template.json contains the version that the files are based on; if the workspace has a newer one, the template is rejected
and the others are pushed. --force pushes it nevertheless.`,
		Example: "  platen templates push templates --key @api.key\n  platen templates push templates press-card --publish=false\n  platen templates push templates --force",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.open(cmd, args, true); err != nil {
				return err
			}
			list, refused, err := f.push(cmd.Context(), publish, force)
			if err != nil {
				return err
			}
			if err := printTemplates(cmd, list); err != nil || refused == nil {
				return err
			}
			return exit{exitNo, refused}
		},
	}
	f.register(cmd)
	cmd.Flags().BoolVar(&publish, "publish", true, "publish new versions")
	cmd.Flags().BoolVar(&force, "force", false, "push although the workspace has newer versions")
	return cmd
}

// push pushes every template of the folder and writes the resulting versions into the files. refused lists the templates
// of which the workspace has newer versions.
func (f *templateFolder) push(ctx context.Context, publish, force bool) (list []templateChange, refused, err error) {
	for _, t := range f.local {
		before := t.Version
		did, err := f.service.Push(ctx, t, find(f.stored, t.Slug), publish, force)
		if newer := (*templatefiles.NewerError)(nil); errors.As(err, &newer) {
			list = append(list, templateChange{Slug: t.Slug, Action: "refused"})
			refused = errors.Join(refused, fmt.Errorf("%s: %w", t.Slug, err))
			continue
		}
		if err != nil {
			return list, refused, fmt.Errorf("pushing %s: %w", t.Slug, err)
		}
		if t.Version != before {
			if err := templatefiles.Write(f.dir, t); err != nil {
				return list, refused, err
			}
		}
		list = append(list, templateChange{Slug: t.Slug, Action: string(did)})
	}
	return list, refused, nil
}
