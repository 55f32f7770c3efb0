package fuzz

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/image/font/gofont/goregular"

	"github.com/platenhq/platen/proto/openapi/conformance"
)

var identifier = regexp.MustCompile(`\b([a-z]{2,8})_[0-9a-hjkmnp-tv-z]{26}\b`)

// generator generates JSON values from the schemas of the OpenAPI document, and mutates them. The same seed gives the
// same values.
type generator struct {
	*rand.Rand
	document *conformance.Document
	// ids are the identifiers seen in responses, by their prefix ("img", "job").
	ids map[string][]string
}

// strange are strings at the edges of valid text.
var strange = []string{"", " ", "0", "-1", "null", "true", "\x00", "a\x00b", "\u202e", "\ufeff", "é̂", "漢字かな交じり文", "שלום", "👩‍👩‍👧", "\\", "\"", "<script>", "{{", "{% if %}", "{{ x | nothing }}",
	"../../etc/passwd", "%00", "%2e", "file:///etc/passwd", "http://127.0.0.1:1/", "http://[::1]/", "data:image/png;base64,AAAA", "javascript:1", "1e309", "NaN", "9007199254740993", "2026-02-30T00:00:00Z",
	"0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "img_", "ws_00000000000000000000000000", "*", "a/b", "a b", "#", "?", "\r\n", "\t", "'; DROP TABLE x; --", "${x}", "%s%n"}

// extremes are numbers at the edges of their types.
var extremes = []any{0, -1, 1, 2, 255, 256, 65536, 1 << 31, -1 << 31, json.Number("9007199254740993"), json.Number("9223372036854775807"), json.Number("9223372036854775808"), json.Number("-9223372036854775809"),
	json.Number("1e308"), json.Number("1e-308"), json.Number("1E400"), 0.5, 1.5, json.Number("-0"), json.Number("0.10"), json.Number("123456789012345678901234567890")}

// files are small files as base64: a PNG, a GIF, an SVG and a font.
var files = []string{"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
	base64.StdEncoding.EncodeToString([]byte(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>`)), base64.StdEncoding.EncodeToString(goregular.TTF)}

func pick[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }

// resolve follows the references of a schema.
func (g *generator) resolve(schema any) map[string]any {
	m, _ := schema.(map[string]any)
	for m != nil {
		ref, ok := m["$ref"].(string)
		if !ok {
			return m
		}
		m, _ = g.document.At(ref).(map[string]any)
	}
	return m
}

// value generates a value of a schema. Optional members become rarer with depth.
func (g *generator) value(schema any, name string, depth int) any {
	s := g.resolve(schema)
	if s == nil || depth > 8 {
		return g.any(0)
	}
	for _, word := range []string{"oneOf", "anyOf", "allOf"} {
		if list, ok := s[word].([]any); ok && len(list) > 0 && s["properties"] == nil {
			return g.value(pick(g, list), name, depth+1)
		}
	}
	if list, ok := s["enum"].([]any); ok {
		return pick(g, list)
	}
	if v, ok := s["const"]; ok {
		return v
	}
	kind, _ := s["type"].(string)
	if list, ok := s["type"].([]any); ok {
		kind, _ = pick(g, list).(string)
	}
	switch {
	case kind == "object" || s["properties"] != nil:
		return g.object(s, depth)
	case kind == "array":
		out := []any{}
		for range g.IntN(3) + int(number(s["minItems"], 0)) {
			out = append(out, g.value(s["items"], name, depth+1))
		}
		return out
	case kind == "integer" || kind == "number":
		low, high := number(s["minimum"], 0), number(s["maximum"], 1000)
		if high <= low {
			high = low + 1
		}
		v := low + g.Float64()*(high-low)
		if kind == "integer" {
			return int64(v)
		}
		return v
	case kind == "boolean":
		return g.IntN(2) == 0
	case kind == "null":
		return nil
	case kind == "string":
		return g.text(s, name)
	}
	return g.any(0)
}

func (g *generator) object(s map[string]any, depth int) any {
	out := map[string]any{}
	properties, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if slices.Contains(required, any(name)) || g.IntN(3+2*depth) == 0 {
			out[name] = g.value(properties[name], name, depth+1)
		}
	}
	if more, ok := s["additionalProperties"].(map[string]any); ok && g.IntN(2) == 0 {
		out[pick(g, []string{"title", "a", "x-1", "名"})] = g.value(more, "title", depth+1)
	}
	return out
}

// text generates a string: an existing identifier where the name or the examples call for one.
func (g *generator) text(s map[string]any, name string) string {
	examples, _ := s["examples"].([]any)
	if v, ok := s["example"]; ok {
		examples = append(examples, v)
	}
	if before, isID := strings.CutSuffix(name, "_id"); isID || name == "id" {
		if id := g.id(before); id != "" {
			return id
		}
	}
	if len(examples) > 0 {
		return fmt.Sprint(pick(g, examples))
	}
	switch s["format"] {
	case "byte":
		return pick(g, files)
	case "date-time":
		return pick(g, []string{"2026-01-01T00:00:00Z", "2030-06-01T12:00:00.123Z", "1999-12-31T23:59:59+14:00"})
	case "uri":
		return pick(g, []string{"https://example.com/a.png", "http://127.0.0.1:9/x", "data:text/plain,x"})
	}
	switch name {
	case "html":
		return pick(g, []string{"<h1>Hello</h1>", "<p style='color:#123'>{{ title }}</p>", "<svg width=10 height=10><circle r=5 /></svg>", "<table><tr><td>1<td>2</table>"})
	case "css":
		return pick(g, []string{"h1{color:red}", "@media (max-width:10px){a{b:c}}", "*{display:none}"})
	case "format":
		return pick(g, []string{"png", "jpeg", "webp", "avif", "pdf", "svg", "gif"})
	case "width", "height":
		return pick(g, []string{"100", "auto"})
	}
	return pick(g, []string{"alpha", "Beta one", "gamma-3", "Δ", "A title of some length that is cut somewhere, if anything cuts it", "#123456", "x"})
}

// id returns an identifier seen in a response, of the given kind if there is one.
func (g *generator) id(kind string) string {
	prefixes := map[string]string{"approval": "apr", "image": "img", "job": "job", "brand": "brand", "kit": "kit", "template": "tpl", "webhook": "wh", "key": "key", "policy": "pol", "asset": "asset", "font": "font",
		"license": "lic", "draft": "dft", "issuer": "iss", "signing_key": "sgk", "decision": "dec", "delivery": "dlv", "event": "evt", "pdf": "pdf"}
	if list := g.ids[prefixes[kind]]; len(list) > 0 && g.IntN(12) != 0 {
		return pick(g, list)
	}
	all := slices.Sorted(maps.Keys(g.ids))
	if len(all) == 0 || kind != "" && g.IntN(2) == 0 {
		return ""
	}
	return pick(g, g.ids[pick(g, all)])
}

// any generates a value of a random type.
func (g *generator) any(depth int) any {
	switch g.IntN(8) {
	case 0:
		return nil
	case 1:
		return g.IntN(2) == 0
	case 2:
		return pick(g, extremes)
	case 3:
		return strings.Repeat(pick(g, []string{"a", "漢", "\u0301", "🙂"}), 1<<g.IntN(14))
	case 4:
		if depth < 3 {
			return []any{g.any(depth + 1), g.any(depth + 1)}
		}
		return []any{}
	case 5:
		if depth < 3 {
			return map[string]any{pick(g, strange): g.any(depth + 1), "a": g.any(depth + 1)}
		}
		return map[string]any{}
	}
	return pick(g, strange)
}

// mutate changes one place of a value: it is removed, replaced, duplicated, renamed or set to an extreme of its type.
func (g *generator) mutate(v any) any {
	switch x := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(x))
		if len(keys) == 0 || g.IntN(8) == 0 {
			x[pick(g, []string{"unknown", "", "id", "html", "object", "__proto__", "a.b", "a/b~", strings.Repeat("k", 300)})] = g.any(0)
			return x
		}
		k := pick(g, keys)
		switch g.IntN(6) {
		case 0:
			delete(x, k)
		case 1:
			x[k] = g.any(0)
		case 2:
			x[k+"s"] = x[k]
			delete(x, k)
		default:
			x[k] = g.mutate(x[k])
		}
		return x
	case []any:
		if len(x) == 0 || g.IntN(6) == 0 {
			return append(x, g.any(0))
		}
		i := g.IntN(len(x))
		switch g.IntN(5) {
		case 0:
			return slices.Delete(x, i, i+1)
		case 1:
			for range g.IntN(200) {
				x = append(x, x[i])
			}
			return x
		default:
			x[i] = g.mutate(x[i])
		}
		return x
	case string:
		switch g.IntN(5) {
		case 0:
			return pick(g, strange)
		case 1:
			return x + pick(g, strange)
		case 2:
			return strings.Repeat(x+" ", 1+g.IntN(400))
		case 3:
			if x == "" {
				return x
			}
			i := g.IntN(len(x))
			return x[:i] + pick(g, strange) + x[i:]
		}
		return g.any(0)
	}
	if g.IntN(3) == 0 {
		return g.any(0)
	}
	return pick(g, extremes)
}

// damage corrupts the bytes of a body.
func (g *generator) damage(body []byte) []byte {
	if len(body) == 0 {
		return []byte(pick(g, []string{"{", "[", "\x00", "nul", "\xff\xfe", `{"a":1}{"b":2}`, `{"a":1,"a":2}`, strings.Repeat("[", 20000), strings.Repeat(`{"a":`, 5000)}))
	}
	i := g.IntN(len(body))
	switch g.IntN(6) {
	case 0:
		return body[:i]
	case 1:
		return slices.Concat(body[:i], []byte{byte(g.IntN(256))}, body[i+1:])
	case 2:
		return slices.Concat(body, body)
	case 3:
		return slices.Concat(body[:i], []byte(pick(g, []string{`\ud800`, `\u0000`, "\xed\xa0\x80", "\xff", "//", "1e5", strings.Repeat("9", 400)})), body[i:])
	case 4:
		return slices.Concat([]byte("\xef\xbb\xbf"), body)
	}
	return g.damage(nil)
}

// number reads a bound of a schema.
func number(v any, otherwise float64) float64 {
	n, ok := v.(json.Number)
	if !ok {
		return otherwise
	}
	f, err := n.Float64()
	if err != nil {
		return otherwise
	}
	return f
}

// adopt replaces the identifiers of an example by existing ones.
func (g *generator) adopt(v any) any {
	switch x := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(x)) {
			x[k] = g.adopt(x[k])
		}
		if _, ok := x["data"].(string); ok {
			x["data"] = pick(g, files)
		}
	case []any:
		for i := range x {
			x[i] = g.adopt(x[i])
		}
	case string:
		if prefix, _, ok := strings.Cut(x, "_"); ok && identifier.MatchString(x) && len(g.ids[prefix]) > 0 {
			return pick(g, g.ids[prefix])
		}
	}
	return v
}
