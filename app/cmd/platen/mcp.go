package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/app/surface/mcp"
)

func mcpCommand() *cobra.Command {
	var r remote
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve the API to language models as tools (Model Context Protocol over standard input and output)",
		Long: `Serve the Model Context Protocol over standard input and output. The tools render, validate, fix, list_templates and inspect_layout
call a service with an API key. A running service serves the same tools at /mcp over HTTP.`,
		Example: "  platen mcp --base-url https://images.example.com --key @api.key",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := r.complete(); err != nil {
				return err
			}
			if r.key == "" {
				return usage("an API key is required: --key or PLATEN_API_KEY; `platen keys create --mode test` creates one")
			}
			out := &responses{w: cmd.OutOrStdout()}
			in := &jsonLines{in: bufio.NewReader(cmd.InOrStdin()), out: out, limit: maxAnswer}
			transport := &sdk.IOTransport{Reader: io.NopCloser(in), Writer: out, MaxLineLength: maxAnswer}
			return mcp.NewServer(app.Version, r.send).Run(cmd.Context(), transport)
		},
	}
	r.register(cmd)
	return cmd
}

// send sends a request to the service and returns its response, whatever its status.
func (r *remote) send(ctx context.Context, method, path string, body []byte) (int, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, r.baseURL+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Authorization", "Bearer "+r.key)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	client := &http.Client{Timeout: 2 * time.Minute}
	res, err := client.Do(req)
	if err != nil {
		return 0, nil, fmt.Errorf("%w; is the service running at %s?", err, r.baseURL)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	return res.StatusCode, data, err
}
