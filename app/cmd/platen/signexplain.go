package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// explanation is the service's explanation of a signed URL.
type explanation struct {
	Works    bool `json:"works"`
	Verifies bool `json:"verifies"`
	Problems []struct {
		Part    string `json:"part"`
		Message string `json:"message"`
		Fix     string `json:"fix"`
	} `json:"problems"`
	Form      string          `json:"form"`
	KID       string          `json:"kid"`
	KeyStatus string          `json:"key_status"`
	ExpiresAt string          `json:"expires_at"`
	Request   json.RawMessage `json:"request"`
	State     string          `json:"state"`
	ImageID   string          `json:"image_id"`
}

func signExplainCommand() *cobra.Command {
	var r remote
	cmd := &cobra.Command{
		Use:   "explain URL",
		Short: "Explain a signed URL: its request, whether it verifies, and which part differs",
		Long: `Explain a signed URL of the workspace: what it requests, whether the signature verifies and, if not, which part differs from what was
signed. Nothing is rendered. Exit code 0 means that fetching the URL returns its image, 1 that it does not.`,
		Example: "  platen sign explain 'https://img.example.com/i/…/launch@1.png?title=Launch+day' --key @api.key",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := r.complete(); err != nil {
				return err
			}
			var raw json.RawMessage
			if err := r.call(cmd.Context(), "POST", "/api/v1/generate/sign/explain", map[string]any{"url": args[0]}, &raw); err != nil {
				return err
			}
			var e explanation
			if err := json.Unmarshal(raw, &e); err != nil {
				return fmt.Errorf("reading the response: %w", err)
			}
			if err := printResult(cmd, raw, e.print); err != nil {
				return err
			}
			if !e.Works || e.State == "failed" {
				return exit{exitNo, fmt.Errorf("fetching this URL does not return its image")}
			}
			return nil
		},
	}
	r.register(cmd)
	return cmd
}

// print writes the explanation as text.
func (e *explanation) print(w io.Writer) error {
	row := func(name, value string) {
		if value != "" {
			fmt.Fprintf(w, "%-10s %s\n", name, value)
		}
	}
	row("form", e.Form)
	row("key", e.KID)
	row("status", e.KeyStatus)
	row("signature", map[bool]string{true: "verifies", false: "does not verify"}[e.Verifies])
	row("ends", e.ExpiresAt)
	row("state", e.State)
	row("image", e.ImageID)
	row("request", string(e.Request))
	for _, p := range e.Problems {
		row(p.Part, p.Message)
		if p.Fix != "" {
			fmt.Fprintf(w, "%10s %s\n", "→", p.Fix)
		}
	}
	return nil
}
