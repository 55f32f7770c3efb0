package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"maps"
	"math"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/platenhq/platen/app/bridge"
	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/svg"
	"github.com/platenhq/platen/modules/rendering/rpc"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// builtinPrefix begins the name of a built-in template where a file is named.
const builtinPrefix = "template:"

// inputs are the inputs of an image besides its document.
type inputs struct {
	data, kit, css   string
	locale, timezone string
}

// job is a request to draw with the files that its document may read.
type job struct {
	request  *rendering.Request
	files    folder
	warnings []rendering.Warning
	kit      *bridge.LocalKit
	// whole is true if the file is a complete render request, with its outputs.
	whole bool
	// sizes are the presets that a built-in template is made for.
	sizes []string
	// width and height are the natural size of an SVG file, 0 if it has none.
	width, height int
	// sources are the files that were read, for watching.
	sources []string
}

// openJob reads a document, fills the data in and lays the kit's tokens under its style sheet. file is HTML, a document
// tree or a render request as JSON, template:SLUG, or - for standard input.
func openJob(file string, in inputs, stdin io.Reader) (*job, error) {
	j := &job{files: ".", request: &rendering.Request{Locale: in.locale, OnMissing: rendering.OnMissing{Image: "placeholder"}}}
	content := &library.Content{}
	data, err := j.read(file, content, stdin)
	if err != nil {
		return nil, err
	}
	if data != nil && isRequest(data) {
		if in.data != "" {
			return nil, usage("--data is for documents; put the data into the request file, or fill a document in")
		}
		if j.request, err = decodeRequest(data); err != nil {
			return nil, err
		}
		j.request.HTML = j.embedSheets(j.request.HTML)
		j.whole = true
	} else if err := j.fill(content, in, stdin); err != nil {
		return nil, err
	}
	if in.css != "" {
		sheet, err := j.open(in.css, stdin)
		if err != nil {
			return nil, fmt.Errorf("reading the style sheet: %w", err)
		}
		j.request.CSS = joinSheets(j.request.CSS, string(sheet))
	}
	if in.kit != "" {
		if j.kit, _, err = openKit(in.kit, stdin, j.open); err != nil {
			return nil, err
		}
		j.request.CSS = joinSheets(j.kit.CSS(), j.request.CSS)
	}
	return j, nil
}

// openKit reads a brand kit with open. raw is its file, nil when that cannot be read.
func openKit(name string, stdin io.Reader, open func(name string, stdin io.Reader) ([]byte, error)) (kit *bridge.LocalKit, raw []byte, err error) {
	if raw, err = open(name, stdin); err != nil {
		return nil, nil, fmt.Errorf("reading the brand kit: %w", err)
	}
	kit, err = bridge.OpenKit(raw)
	return kit, raw, err
}

func (j *job) open(name string, stdin io.Reader) ([]byte, error) {
	return readInput(j.source(name), stdin)
}

// source records the name of a file that is read, and returns it.
func (j *job) source(name string) string {
	if name != standardInput {
		j.sources = append(j.sources, name)
	}
	return name
}

// read reads a document into content; data is that of a JSON file.
func (j *job) read(file string, content *library.Content, stdin io.Reader) (data []byte, err error) {
	if slug, ok := strings.CutPrefix(file, builtinPrefix); ok {
		t, err := builtin(slug)
		if err != nil {
			return nil, err
		}
		*content, j.sizes = t.Version.Content, t.Version.Sizes
		return nil, nil
	}
	if file != standardInput {
		j.files = fileFolder(file)
	}
	if data, err = readDocument(j.source(file), stdin); err != nil {
		return nil, fmt.Errorf("reading the document: %w", err)
	}
	if filepath.Ext(file) == ".json" || strings.HasPrefix(strings.TrimSpace(string(data)), "{") {
		content.Document = data
		return data, nil
	}
	if strings.EqualFold(filepath.Ext(file), ".svg") {
		return nil, j.readSVG(filepath.Base(file), data, content)
	}
	content.HTML = j.embedSheets(string(data))
	return nil, nil
}

// embedSheets embeds the style sheets of HTML text that are files of the document's folder.
func (j *job) embedSheets(text string) string {
	sheets := localSheets{folder: j.files}
	text = sheets.embed(text)
	j.sources = append(j.sources, sheets.names...)
	return text
}

// readSVG makes a document of an SVG file: the image on a canvas of its natural size. It is parsed as the engine does, so
// that a file which the engine rejects is an error, not a missing image.
func (j *job) readSVG(base string, data []byte, content *library.Content) error {
	img, _, err := svg.Parse(data, svg.Limits{}, svg.Context{})
	if err != nil {
		return fmt.Errorf("reading %s: %w", base, err)
	}
	content.HTML = fmt.Sprintf(`<!DOCTYPE html><style>html,body{margin:0;height:100%%}img{display:block;width:100%%;height:100%%}</style><img src="%s" alt="">`,
		html.EscapeString(url.PathEscape(base)))
	if size := img.Natural(); size.HasWidth && size.HasHeight {
		j.width, j.height = int(math.Ceil(size.Width.Float())), int(math.Ceil(size.Height.Float()))
	} else if size.RatioW > 0 && size.RatioH > 0 {
		j.width, j.height = int(math.Ceil(size.RatioW)), int(math.Ceil(size.RatioH))
	}
	return nil
}

// isRequest distinguishes a render request from a document tree by its members.
func isRequest(data []byte) bool {
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) != nil {
		return false
	}
	for _, name := range []string{"html", "document", "template", "outputs", "operation"} {
		if _, ok := members[name]; ok {
			return true
		}
	}
	return false
}

// decodeRequest reads a request file; an operation is optional, and references to stored objects are errors.
func decodeRequest(data []byte) (*rendering.Request, error) {
	req, err := decodeAnyRequest(data)
	if err != nil {
		return nil, err
	}
	if req.Template != nil || req.BrandID != "" || req.BrandKit != nil {
		return nil, fault.Rules(fault.Detail{Path: "/template", Rule: "needs_service",
			Message: "The request names templates or brands that a service stores; send it to one, or render template:SLUG with --data and --kit."})
	}
	return req, nil
}

// decodeAnyRequest reads a request; without an operation it is a preview.
func decodeAnyRequest(data []byte) (*rendering.Request, error) {
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, fmt.Errorf("reading the request: %w", err)
	}
	for _, d := range wire.Parse(data, new(renderingv1.GenerateRequest)) {
		for _, op := range d.FixPatch {
			if op.Path == "/operation" || op.Path == "/outputs" { // misspelt: a default would take the name of its fix
				return nil, fault.Invalid(d)
			}
		}
	}
	if _, ok := members["operation"]; !ok {
		members["operation"] = json.RawMessage(`"preview"`)
	}
	whole, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	req, err := rpc.Decode(whole)
	if err != nil {
		return nil, err
	}
	// As in the service, the schema's rules are checked after decoding; outputs have defaults here.
	if _, ok := members["outputs"]; !ok {
		req.Outputs = nil
		members["outputs"] = json.RawMessage(`[{"preset":"og"}]`)
		if whole, err = json.Marshal(members); err != nil {
			return nil, err
		}
	}
	if details := wire.Parse(whole, new(renderingv1.GenerateRequest)); len(details) > 0 {
		return nil, fault.Invalid(details...)
	}
	return req, nil
}

// fill fills a content and sets it as the request's document.
func (j *job) fill(c *library.Content, in inputs, stdin io.Reader) error {
	if in.data == "" && c.Variables == nil {
		return j.take(c.HTML, c.Document, c.CSS)
	}
	values, err := j.values(c, in.data, stdin)
	if err != nil {
		return err
	}
	return j.fillValues(c, library.Values{Data: values, Locale: in.locale, Timezone: in.timezone})
}

// fillValues fills a content with values and sets it as the request's document.
func (j *job) fillValues(c *library.Content, in library.Values) error {
	filled, err := fillContent(c, in)
	if err != nil {
		return err
	}
	return j.takeFilled(&filled)
}

// takeFilled sets a filled content as the request's document, or returns the rules that its values violate.
func (j *job) takeFilled(filled *library.Filled) error {
	if len(filled.Details) > 0 {
		return fault.Rules(filled.Details...)
	}
	for _, w := range filled.Warnings {
		j.warnings = append(j.warnings, rendering.Warning(w))
	}
	return j.take(filled.HTML, filled.Document, filled.CSS)
}

// take sets markup or a tree as the request's document.
func (j *job) take(html string, tree []byte, css string) error {
	j.request.HTML, j.request.CSS = html, css
	if len(tree) > 0 {
		parsed, err := dom.ParseTree(bytes.TrimSpace(tree), "/document")
		if err != nil {
			return err
		}
		j.request.Document = parsed
	}
	return nil
}

// values reads the data; for a built-in template the default is its example.
func (j *job) values(c *library.Content, file string, stdin io.Reader) (map[string]any, error) {
	if file == "" {
		return c.Example(), nil
	}
	raw, name, err := readData(file, stdin, j.open)
	if err != nil {
		return nil, fmt.Errorf("reading the data: %w", err)
	}
	values := map[string]any{}
	if err := canonical.Unmarshal(raw, &values); err != nil {
		return nil, fmt.Errorf("reading the data: %s is not a JSON object: %w", name, err)
	}
	canonical.Shorten(values)
	return values, nil
}

// fillContent fills a content. Undeclared variables get the type of their value, and those without a
// value are empty.
func fillContent(c *library.Content, in library.Values) (library.Filled, error) {
	if c.Variables == nil {
		c.Variables = map[string]*library.Variable{}
		for name, v := range in.Data {
			c.Variables[name] = declared(v)
		}
	}
	filled, err := library.FillContent(c, in)
	if err != nil || !slices.ContainsFunc(filled.Details, func(d fault.Detail) bool { return d.Rule == "undeclared_variable" }) {
		return filled, err
	}
	for _, d := range filled.Details {
		if name, ok := d.Actual.(string); ok && d.Rule == "undeclared_variable" {
			c.Variables[name] = &library.Variable{Type: library.String}
			filled.Warnings = append(filled.Warnings, library.Warning{Code: "variable_missing", Path: "/data/" + name, Message: name + " has no value; its place is empty."})
		}
	}
	warnings := filled.Warnings
	filled, err = library.FillContent(c, in)
	filled.Warnings = append(warnings, filled.Warnings...)
	return filled, err
}

// declared returns a declaration that matches a value.
func declared(v any) *library.Variable {
	switch v := v.(type) {
	case bool:
		return &library.Variable{Type: library.Boolean}
	case float64:
		return &library.Variable{Type: library.Number}
	case []any:
		items := &library.Variable{Type: library.String}
		for i, item := range v {
			d := declared(item)
			if i > 0 && d.Type == library.Object && items.Type == library.Object {
				maps.Copy(items.Members, d.Members) // items may have members that others lack
				continue
			}
			items = d
		}
		return &library.Variable{Type: library.Array, Items: items}
	case map[string]any:
		members := map[string]*library.Variable{}
		for name, inner := range v {
			members[name] = declared(inner)
		}
		return &library.Variable{Type: library.Object, Members: members}
	}
	return &library.Variable{Type: library.String}
}

func joinSheets(first, second string) string {
	if first == "" || second == "" {
		return first + second
	}
	return first + "\n" + second
}
