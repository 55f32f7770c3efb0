package main

import (
	"io"

	"github.com/spf13/cobra"
)

// completionCommand replaces cobra's command of that name, which succeeds for unknown shells.
func completionCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "completion", Short: "Print a completion script for a shell",
		Long: `Print a completion script for a shell. Load it in the current shell, or write it where the shell looks for them:

  bash        source <(platen completion bash)
  zsh         platen completion zsh > "${fpath[1]}/_platen"
  fish        platen completion fish > ~/.config/fish/completions/platen.fish
  powershell  platen completion powershell | Out-String | Invoke-Expression`,
	}
	for _, s := range []struct {
		name  string
		write func(root *cobra.Command, w io.Writer) error
	}{
		{"bash", func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) }},
		{"zsh", (*cobra.Command).GenZshCompletion},
		{"fish", func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) }},
		{"powershell", (*cobra.Command).GenPowerShellCompletionWithDesc},
	} {
		cmd.AddCommand(&cobra.Command{
			Use: s.name, Short: "Print the completion script for " + s.name, Args: cobra.NoArgs,
			RunE: func(c *cobra.Command, _ []string) error { return s.write(c.Root(), c.OutOrStdout()) },
		})
	}
	return cmd
}
