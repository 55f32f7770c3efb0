package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app/templatefiles"
	"github.com/platenhq/platen/modules/platform/conf"
)

// templateFlags say which workspace is meant.
type templateFlags struct {
	baseURL, key string
	publish      bool
}

// remote returns the workspace's templates; without flags they come from PLATEN_BASE_URL and PLATEN_API_KEY.
func (f *templateFlags) remote() (*templatefiles.Remote, error) {
	lookup := conf.Environment().Lookup
	if f.baseURL == "" {
		f.baseURL = "http://127.0.0.1:8080"
		if v, ok := lookup("PLATEN_BASE_URL"); ok && v != "" {
			f.baseURL = v
		}
	}
	if f.key == "" {
		f.key, _ = lookup("PLATEN_API_KEY")
	}
	if f.key == "" {
		return nil, errors.New("name an API key with --key or PLATEN_API_KEY")
	}
	return templatefiles.NewRemote(f.baseURL, f.key), nil
}

func templatesCommand() *cobra.Command {
	var f templateFlags
	cmd := &cobra.Command{
		Use:   "templates",
		Short: "Keep the templates of a workspace as files",
		Long: `Keep the templates of a workspace as files: one folder each, with template.json, body.html or document.json, and
style.css. A changed body, style sheet or declaration is pushed as a new version; versions never change.`,
	}
	cmd.PersistentFlags().StringVar(&f.baseURL, "base-url", "", "where the service is (default PLATEN_BASE_URL, or http://127.0.0.1:8080)")
	cmd.PersistentFlags().StringVar(&f.key, "key", "", "an API key with templates:write (default PLATEN_API_KEY)")
	push := &cobra.Command{Use: "push DIR", Short: "Make the workspace's templates what the files say", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return f.push(cmd, args[0]) }}
	push.Flags().BoolVar(&f.publish, "publish", false, "publish what is pushed")
	cmd.AddCommand(push,
		&cobra.Command{Use: "pull DIR", Short: "Write the workspace's templates into files", Args: cobra.ExactArgs(1),
			RunE: func(cmd *cobra.Command, args []string) error { return f.pull(cmd, args[0]) }},
		&cobra.Command{Use: "diff DIR", Short: "Show what a push would change; exit code 1 when there is something", Args: cobra.ExactArgs(1),
			RunE: func(cmd *cobra.Command, args []string) error { return f.diff(cmd, args[0]) }})
	return cmd
}

func (f *templateFlags) pull(cmd *cobra.Command, dir string) error {
	r, err := f.remote()
	if err != nil {
		return err
	}
	list, err := r.All(cmd.Context())
	if err != nil {
		return err
	}
	for _, t := range list {
		if err := templatefiles.Write(dir, t); err != nil {
			return err
		}
		fmt.Fprintln(cmd.OutOrStdout(), t.Slug)
	}
	return nil
}

// both returns the templates of the files, and those of the workspace by slug.
func (f *templateFlags) both(cmd *cobra.Command, dir string) (*templatefiles.Remote, []*templatefiles.Template, map[string]*templatefiles.Template, error) {
	r, err := f.remote()
	if err != nil {
		return nil, nil, nil, err
	}
	local, err := templatefiles.Read(dir)
	if err != nil {
		return nil, nil, nil, err
	}
	list, err := r.All(cmd.Context())
	have := map[string]*templatefiles.Template{}
	for _, t := range list {
		have[t.Slug] = t
	}
	return r, local, have, err
}

func (f *templateFlags) push(cmd *cobra.Command, dir string) error {
	r, local, have, err := f.both(cmd, dir)
	if err != nil {
		return err
	}
	for _, t := range local {
		done, err := r.Push(cmd.Context(), t, have[t.Slug], f.publish)
		if err != nil {
			return fmt.Errorf("%s: %w", t.Slug, err)
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", t.Slug, done)
	}
	return nil
}

func (f *templateFlags) diff(cmd *cobra.Command, dir string) error {
	_, local, have, err := f.both(cmd, dir)
	if err != nil {
		return err
	}
	differ := 0
	for _, t := range local {
		changes, err := templatefiles.Diff(have[t.Slug], t)
		if err != nil {
			return fmt.Errorf("%s: %w", t.Slug, err)
		}
		for _, c := range changes {
			differ++
			fmt.Fprintf(cmd.OutOrStdout(), "%s/%s", t.Slug, c)
		}
	}
	if differ > 0 {
		return exit{1, fmt.Errorf("%d files differ", differ)}
	}
	return nil
}
