package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app/textfile"
	"github.com/platenhq/platen/modules/platform/conf"
	"github.com/platenhq/platen/modules/platform/fault"
	platen "github.com/platenhq/platen/sdk/go"
)

// remote is a service that a command calls.
type remote struct{ baseURL, key string }

// remoteSettings are the settings for calling a service when flags do not set them.
type remoteSettings struct {
	Key string `env:"PLATEN_API_KEY" secret:"true" doc:"The API key of commands that speak to a service."`
}

func (r *remote) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.baseURL, "base-url", "", "address of the service (default: PLATEN_BASE_URL, the service that runs on this machine, or "+platen.DefaultBaseURL+")")
	cmd.Flags().StringVar(&r.key, "key", "", "API key, or @FILE that contains it (default: PLATEN_API_KEY)")
}

// complete sets what the flags leave unset.
func (r *remote) complete() error {
	if r.baseURL == "" {
		if cfg, _, err := load(nil); err == nil {
			r.baseURL = cfg.BaseURL
		}
	}
	if list := runningServices(); r.baseURL == "" && len(list) == 1 {
		r.baseURL = list[0].URL
	}
	if r.baseURL == "" {
		r.baseURL = platen.DefaultBaseURL
	}
	r.baseURL = strings.TrimSuffix(r.baseURL, "/")
	key, err := secretFlag("--key", r.key)
	if err != nil {
		return err
	}
	if r.key = key; key == "" {
		var s remoteSettings
		if _, err := conf.Load(&s, conf.Environment()); err != nil {
			return err
		}
		r.key = s.Key
	}
	return nil
}

// secretFlag returns a flag's value, or the content of the file that it names after an @, because every process can
// see command lines.
func secretFlag(name, value string) (string, error) {
	file, ok := strings.CutPrefix(value, "@")
	if !ok {
		return value, nil
	}
	data, err := textfile.Read(file)
	if err != nil {
		return "", usage("%s: %w", name, err)
	}
	return strings.TrimSpace(string(data)), nil
}

// maxAnswer bounds the size of a response, in bytes.
const maxAnswer = 16 << 20

// call sends a JSON request, without a body for a nil in, and decodes the response into out. An error response is returned as a fault.
func (r *remote) call(ctx context.Context, method, path string, in, out any) error {
	if r.key == "" {
		return usage("an API key is required: --key or PLATEN_API_KEY; `platen keys create --mode test` creates one")
	}
	var body io.Reader
	if in != nil {
		data, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(ctx, method, r.baseURL+path, body)
	if err != nil {
		return usage("--base-url: %w", err)
	}
	req.Header.Set("Authorization", "Bearer "+r.key)
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	client := &http.Client{Timeout: 2 * time.Minute}
	res, err := client.Do(req)
	if err != nil {
		return exit{exitUsage, fmt.Errorf("%w; is the service running at %s? --base-url or PLATEN_BASE_URL names another", err, r.baseURL)}
	}
	defer res.Body.Close()
	data, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("reading the response: %w", err)
	}
	if res.StatusCode/100 != 2 {
		return answered(res.StatusCode, data)
	}
	if out == nil || len(data) == 0 {
		return nil
	}
	if err := json.Unmarshal(data, out); err != nil {
		return fmt.Errorf("reading the response: %w", err)
	}
	return nil
}

// refusal is an error response of the service.
type refusal struct {
	Code    string    `json:"code"`
	Message string    `json:"message"`
	Details []finding `json:"details"`
}

// fault returns the refusal as a fault.
func (r *refusal) fault() *fault.Error {
	f := fault.New(fault.Code(r.Code), r.Message)
	for _, d := range r.Details {
		detail := fault.Detail{Path: d.Path, Rule: d.rule(), Message: d.Message}
		for _, op := range d.FixPatch {
			detail.FixPatch = append(detail.FixPatch, fault.Op{Op: op.Op, Path: op.Path, Value: op.Value})
		}
		f = f.With(detail)
	}
	return f
}

func answered(status int, data []byte) error {
	var body struct {
		Error refusal `json:"error"`
	}
	if err := json.Unmarshal(data, &body); err != nil || body.Error.Code == "" {
		return fmt.Errorf("the service returns %d: %.200s", status, data)
	}
	return body.Error.fault()
}
