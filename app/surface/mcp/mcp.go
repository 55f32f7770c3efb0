// Package mcp provides the service to language models as tools of the Model Context Protocol: render, validate, fix,
// list_templates and inspect_layout. The tools send requests to the API, with the rights, limits and prices of the client's
// API key. Handler serves them at /mcp (streamable HTTP, without sessions); `platen mcp` serves them on
// standard input and output.
package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Caller sends a request to the API and returns the response. body is nil for GET.
type Caller func(ctx context.Context, method, path string, body []byte) (status int, response []byte, err error)

// maxFixRounds bounds the rounds of checking and fixing a request.
const maxFixRounds = 6

const instructions = `Platen renders images from HTML and CSS, or from templates, without a browser; scripts do not run. ` +
	`Errors name every invalid place; the tool fix applies the patches that cannot change what is published. ` +
	`list_templates shows the templates with the data that each takes.`

// NewServer returns a server whose tools call the API.
func NewServer(version string, call Caller) *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "platen", Title: "Platen", Version: version}, &sdk.ServerOptions{Instructions: instructions})
	t := tools{call}
	reads := &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true}
	sdk.AddTool(s, &sdk.Tool{Name: "render", Title: "Render an image", Annotations: &sdk.ToolAnnotations{IdempotentHint: true},
		Description: "Renders HTML and CSS, or a template with data, to an image. Returns the image, its address and warnings. A live API key is charged a credit."}, t.render)
	sdk.AddTool(s, &sdk.Tool{Name: "validate", Title: "Check a request", Annotations: reads,
		Description: "Checks a render request without rendering it, free of charge: every invalid place with the rule, the valid values and patches, the warnings and the price."}, t.validate)
	sdk.AddTool(s, &sdk.Tool{Name: "fix", Title: "Fix a request", Annotations: reads,
		Description: "Applies the safe patches (misspelt names, numbers written as text) to a render request until none is left. Returns the request and what remains. With all, applies every patch."}, t.fix)
	sdk.AddTool(s, &sdk.Tool{Name: "list_templates", Title: "List templates", Annotations: reads,
		Description: "Lists the built-in and stored templates with their variables."}, t.listTemplates)
	sdk.AddTool(s, &sdk.Tool{Name: "inspect_layout", Title: "Inspect a layout", Annotations: reads,
		Description: "Lays a request out without rendering it and returns the box of every element, the lines of its text and what overlaps or overflows."}, t.inspectLayout)
	return s
}

// tools are the handlers of the tools.
type tools struct{ call Caller }

// Card is the argument of tools: a render request of one image.
type Card struct {
	HTML       string         `json:"html,omitempty" jsonschema:"the document as HTML; style elements and inline styles apply"`
	CSS        string         `json:"css,omitempty" jsonschema:"a style sheet over the document's own"`
	Template   string         `json:"template,omitempty" jsonschema:"the id or slug of a template, in place of html"`
	Version    int            `json:"version,omitempty" jsonschema:"the version of the template; the published one by default"`
	Data       map[string]any `json:"data,omitempty" jsonschema:"values for the variables of the template"`
	Preset     string         `json:"preset,omitempty" jsonschema:"a size by name, such as og, twitter, instagram_post; og by default"`
	Width      int            `json:"width,omitempty" jsonschema:"the width in CSS pixels, with height, in place of a preset"`
	Height     int            `json:"height,omitempty" jsonschema:"the height in CSS pixels"`
	Format     string         `json:"format,omitempty" jsonschema:"png (default), jpeg, webp, avif or gif"`
	Background string         `json:"background,omitempty" jsonschema:"a colour such as #FFFFFF, or transparent"`
	Locale     string         `json:"locale,omitempty" jsonschema:"the language of the text, such as ar-EG"`
	BrandID    string         `json:"brand_id,omitempty" jsonschema:"the id of the brand whose published kit is used and whose locks are enforced"`
}

// request returns the request of the API for a call with these arguments. The data is taken from the call itself: c holds its
// numbers as floating-point values, which have 15 digits.
func (c *Card) request(call *sdk.CallToolRequest) map[string]any {
	output := map[string]any{}
	put := func(m map[string]any, name string, v any, given bool) {
		if given {
			m[name] = v
		}
	}
	put(output, "preset", c.Preset, c.Preset != "")
	put(output, "preset", "og", c.Preset == "" && c.Width == 0 && c.Height == 0)
	put(output, "width", c.Width, c.Width != 0)
	put(output, "height", c.Height, c.Height != 0)
	put(output, "format", c.Format, c.Format != "")
	put(output, "background", c.Background, c.Background != "")
	r := map[string]any{"operation": "preview", "outputs": []any{output}}
	put(r, "html", c.HTML, c.HTML != "")
	put(r, "css", c.CSS, c.CSS != "")
	if c.Template != "" {
		ref := map[string]any{"id": c.Template}
		put(ref, "version", c.Version, c.Version != 0)
		r["template"] = ref
	}
	put(r, "data", argument(call, "data"), len(c.Data) > 0)
	put(r, "locale", c.Locale, c.Locale != "")
	put(r, "brand_id", c.BrandID, c.BrandID != "")
	return r
}

// argument returns an argument of a call as it was sent, nil without one.
func argument(call *sdk.CallToolRequest, name string) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(call.Params.Arguments, &members) != nil {
		return nil // the arguments were validated before the call: they are an object
	}
	return members[name]
}

// send calls the API with a JSON body, or without one if body is nil. An error response is returned as an error with its
// text, for the model.
func (t tools) send(ctx context.Context, method, path string, body any) (json.RawMessage, error) {
	var data []byte
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	status, response, err := t.call(ctx, method, path, data)
	if err != nil {
		return nil, err
	}
	if status/100 != 2 {
		return response, &refusal{status, response}
	}
	return response, nil
}

// refusal is an error response of the API.
type refusal struct {
	status   int
	response []byte
}

func (r *refusal) Error() string { return fmt.Sprintf("%d: %s", r.status, r.response) }

// invalid reports whether the API rejected the contents of the request.
func (r *refusal) invalid() bool {
	return r.status == http.StatusBadRequest || r.status == http.StatusUnprocessableEntity
}
