package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/platenhq/platen/modules/platform/jsonpatch"
)

// text returns a result as JSON text for the model.
func text(v any) (*sdk.CallToolResult, any, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, nil, err
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(data)}}}, nil, nil
}

func (t tools) render(ctx context.Context, call *sdk.CallToolRequest, in Card) (*sdk.CallToolResult, any, error) {
	request := in.request(call)
	request["delivery"] = map[string]any{"mode": "inline"}
	response, err := t.send(ctx, "POST", "/api/v1/facade/generate", request)
	if err != nil {
		return nil, nil, err
	}
	var made struct {
		Outputs []struct {
			URL     string `json:"url"`
			ImageID string `json:"image_id"`
			Format  string `json:"format"`
			Width   int    `json:"width"`
			Height  int    `json:"height"`
			SHA256  string `json:"sha256"`
			Data    []byte `json:"data"`
		} `json:"outputs"`
		Warnings []any `json:"warnings"`
		Usage    struct {
			CreditsCharged int `json:"credits_charged"`
		} `json:"usage"`
	}
	if err := json.Unmarshal(response, &made); err != nil {
		return nil, nil, fmt.Errorf("reading the response: %w", err)
	}
	if len(made.Outputs) != 1 {
		return nil, nil, fmt.Errorf("the service returned %d images instead of one", len(made.Outputs))
	}
	o := made.Outputs[0]
	result, _, err := text(map[string]any{"url": o.URL, "image_id": o.ImageID, "format": o.Format, "width": o.Width, "height": o.Height,
		"sha256": o.SHA256, "warnings": made.Warnings, "credits_charged": made.Usage.CreditsCharged})
	if err != nil {
		return nil, nil, err
	}
	if len(o.Data) > 0 {
		result.Content = append(result.Content, &sdk.ImageContent{Data: o.Data, MIMEType: "image/" + o.Format})
	}
	return result, nil, nil
}

func (t tools) validate(ctx context.Context, call *sdk.CallToolRequest, in Card) (*sdk.CallToolResult, any, error) {
	c, err := t.check(ctx, in.request(call))
	if err != nil {
		return nil, nil, err
	}
	return text(map[string]any{"valid": len(c.Errors) == 0, "errors": c.Errors, "warnings": c.Warnings, "estimate": c.Estimate})
}

func (t tools) inspectLayout(ctx context.Context, call *sdk.CallToolRequest, in Card) (*sdk.CallToolResult, any, error) {
	c, err := t.check(ctx, in.request(call))
	if err != nil {
		return nil, nil, err
	}
	if len(c.Errors) > 0 {
		return text(map[string]any{"errors": c.Errors})
	}
	return text(map[string]any{"layout": c.Layout, "warnings": c.Warnings})
}

// problem is one error of a request.
type problem struct {
	Path     string                `json:"path"`
	Message  string                `json:"message"`
	Context  map[string]any        `json:"context,omitempty"`
	FixPatch []jsonpatch.Operation `json:"fix_patch,omitempty"`
	Safe     bool                  `json:"safe,omitempty"`
}

// checked is the response of a validation.
type checked struct {
	Errors   []problem       `json:"errors"`
	Warnings []any           `json:"warnings"`
	Estimate json.RawMessage `json:"estimate"`
	Layout   json.RawMessage `json:"layout_report"`
}

// check validates a request. Violations of the schema, which the API rejects, are part of the result.
func (t tools) check(ctx context.Context, request any) (checked, error) {
	response, err := t.send(ctx, "POST", "/api/v1/validate", request)
	var refused *refusal
	if errors.As(err, &refused) && refused.invalid() {
		var body struct {
			Error struct {
				Details []problem `json:"details"`
			} `json:"error"`
		}
		d := json.NewDecoder(bytes.NewReader(response))
		d.UseNumber()
		if e := d.Decode(&body); e != nil || len(body.Error.Details) == 0 {
			return checked{}, err
		}
		return checked{Errors: body.Error.Details}, nil
	}
	if err != nil {
		return checked{}, err
	}
	var c checked
	d := json.NewDecoder(bytes.NewReader(response))
	d.UseNumber() // the values of patches keep their digits
	if err := d.Decode(&c); err != nil {
		return checked{}, fmt.Errorf("reading the response: %w", err)
	}
	return c, nil
}

// Fix is a request to fix.
type Fix struct {
	Request map[string]any `json:"request" jsonschema:"a request of POST /api/v1/facade/generate"`
	All     bool           `json:"all,omitempty" jsonschema:"apply patches too that change what is rendered, such as a size beyond its bound"`
}

func (t tools) fix(ctx context.Context, call *sdk.CallToolRequest, in Fix) (*sdk.CallToolResult, any, error) {
	doc := []byte(argument(call, "request")) // in.Request holds its numbers as floating-point values
	var err error
	applied := []jsonpatch.Operation{}
	var c checked
	for range maxFixRounds {
		if c, err = t.check(ctx, json.RawMessage(doc)); err != nil {
			return nil, nil, err
		}
		before := len(applied)
		for _, p := range c.Errors {
			if !p.Safe && !in.All {
				continue
			}
			if doc, err = jsonpatch.Apply(doc, p.FixPatch...); err != nil {
				return nil, nil, fmt.Errorf("fixing %s: %w", p.Path, err)
			}
			applied = append(applied, p.FixPatch...)
		}
		if len(applied) == before {
			break
		}
	}
	if c.Errors == nil {
		c.Errors = []problem{}
	}
	return text(map[string]any{"request": json.RawMessage(doc), "applied": applied, "remaining": c.Errors})
}

// Templates selects the templates to list.
type Templates struct {
	ID     string `json:"id,omitempty" jsonschema:"the id or slug of one template: its variables with their types, and an example of data"`
	Stored bool   `json:"stored,omitempty" jsonschema:"list the workspace's own templates in place of the built-in ones"`
	Cursor string `json:"cursor,omitempty" jsonschema:"the next_cursor of an earlier call"`
}

func (t tools) listTemplates(ctx context.Context, _ *sdk.CallToolRequest, in Templates) (*sdk.CallToolResult, any, error) {
	if in.ID != "" {
		return t.template(ctx, in.ID)
	}
	query := url.Values{"limit": {"50"}}
	if !in.Stored {
		query.Set("builtin", "true")
	}
	if in.Cursor != "" {
		query.Set("cursor", in.Cursor)
	}
	response, err := t.send(ctx, "GET", "/api/v1/templates?"+query.Encode(), nil)
	if err != nil {
		return nil, nil, err
	}
	var list struct {
		Data []struct {
			ID               string   `json:"id"`
			Slug             string   `json:"slug"`
			Name             string   `json:"name"`
			Description      string   `json:"description"`
			Tags             []string `json:"tags"`
			PublishedVersion *int     `json:"published_version"`
		} `json:"data"`
		Page struct {
			NextCursor string `json:"next_cursor"`
		} `json:"page"`
	}
	if err := json.Unmarshal(response, &list); err != nil {
		return nil, nil, fmt.Errorf("reading the response: %w", err)
	}
	return text(map[string]any{"templates": list.Data, "next_cursor": list.Page.NextCursor})
}

// template describes one template.
func (t tools) template(ctx context.Context, id string) (*sdk.CallToolResult, any, error) {
	response, err := t.send(ctx, "GET", "/api/v1/templates/"+url.PathEscape(id), nil)
	if err != nil {
		return nil, nil, err
	}
	var one struct {
		ID          string `json:"id"`
		Slug        string `json:"slug"`
		Name        string `json:"name"`
		Description string `json:"description"`
		Version     struct {
			Version   int             `json:"version"`
			Variables json.RawMessage `json:"variables"`
			Example   json.RawMessage `json:"example"`
			Sizes     []string        `json:"sizes"`
		} `json:"version"`
	}
	if err := json.Unmarshal(response, &one); err != nil {
		return nil, nil, fmt.Errorf("reading the response: %w", err)
	}
	return text(one)
}
