package review

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/platform/canonical"
)

// proofImage is one output of a request.
type proofImage struct {
	N     int
	Name  string
	About string
}

// maxPictures is the maximum number of proofs on a page.
const maxPictures = 20

// proofImages lists what a request renders.
func proofImages(a approvals.Approval) []proofImage {
	var request struct {
		Outputs []struct {
			Name, Preset, Format string
			Width, Height        int
		}
		Items []struct {
			Ref           string
			Width, Height int
		}
	}
	if canonical.Unmarshal(a.Request, &request) != nil {
		return nil
	}
	var out []proofImage
	switch a.Action {
	case approvals.Render:
		for i, o := range request.Outputs {
			p := proofImage{N: i, Name: o.Name}
			if p.Name == "" {
				p.Name = fmt.Sprintf("Output %d", i+1)
			}
			about := []string{}
			if o.Preset != "" && o.Preset != o.Name {
				about = append(about, strings.ReplaceAll(o.Preset, "_", " "))
			}
			if o.Width > 0 && o.Height > 0 {
				about = append(about, fmt.Sprintf("%d × %d", o.Width, o.Height))
			}
			if o.Format != "" {
				about = append(about, strings.ToUpper(o.Format))
			}
			p.About = strings.Join(about, " · ")
			out = append(out, p)
		}
	case approvals.Sign:
		for i, it := range request.Items {
			p := proofImage{N: i, Name: it.Ref, About: "signed URL"}
			if p.Name == "" {
				p.Name = fmt.Sprintf("Item %d", i+1)
			}
			if it.Width > 0 && it.Height > 0 {
				p.About = fmt.Sprintf("%d × %d · signed URL", it.Width, it.Height)
			}
			out = append(out, p)
		}
	}
	return out[:min(len(out), maxPictures)]
}

// actionName returns the displayed name of an action.
func actionName(action string) string {
	switch action {
	case approvals.Render:
		return "Render"
	case approvals.Sign:
		return "Sign image URLs"
	case approvals.AIGenerate:
		return "Generate with AI"
	case approvals.TemplatePublish:
		return "Publish a template"
	case approvals.BrandKitPublish:
		return "Publish a brand kit"
	case approvals.LockOverride:
		return "Override a brand lock"
	}
	return action
}

// who returns the displayed name of an actor: a person's name, or the end of an API key's id.
func who(actor string) string {
	name := strings.TrimPrefix(strings.TrimPrefix(actor, "user:"), "key:")
	if strings.HasPrefix(name, "key_") && len(name) > 20 {
		return "API key …" + name[len(name)-6:]
	}
	return name
}

// headline describes a request.
func headline(a approvals.Approval, n int) string {
	switch {
	case a.Action == approvals.Render && n == 1:
		return "Render an image"
	case a.Action == approvals.Render && n > 1:
		return fmt.Sprintf("Render %d images", n)
	case a.Action == approvals.Sign && n == 1:
		return "Sign an image URL"
	case a.Action == approvals.Sign && n > 1:
		return fmt.Sprintf("Sign %d image URLs", n)
	}
	return actionName(a.Action)
}

// when returns a time that the page's script converts to local time.
func when(v any) markup {
	var t time.Time
	switch v := v.(type) {
	case time.Time:
		t = v
	case *time.Time:
		if v == nil {
			return ""
		}
		t = *v
	}
	t = t.UTC()
	return markup(`<time datetime="` + t.Format(time.RFC3339) + `">` + t.Format("2 Jan 2006, 15:04 UTC") + `</time>`) // contains no foreign text
}

// pretty formats a JSON value: indented, with markup for highlighting, and without empty members.
func pretty(data []byte) markup {
	v, err := parse(data)
	if err != nil {
		return markup(html.EscapeString(string(data)))
	}
	var b strings.Builder
	write(&b, v, 0)
	return markup(b.String()) // written by write, which escapes
}

// member and object keep the order of a JSON object.
type member struct {
	name  string
	value any
}

type object []member

// parse decodes JSON in order. Empty members (null, "", [] and {}) are omitted.
func parse(data []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return parseValue(d)
}

func parseValue(d *json.Decoder) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		var o object
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := parseValue(d)
			if err != nil {
				return nil, err
			}
			if !empty(v) {
				o = append(o, member{name.(string), v})
			}
		}
		_, err = d.Token()
		return o, err
	case json.Delim('['):
		list := []any{}
		for d.More() {
			v, err := parseValue(d)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = d.Token()
		return list, err
	}
	return t, nil
}

func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case object:
		return len(v) == 0
	case []any:
		return len(v) == 0
	}
	return false
}

func write(b *strings.Builder, v any, depth int) {
	indent := func(n int) { b.WriteByte('\n'); b.WriteString(strings.Repeat("  ", n)) }
	switch v := v.(type) {
	case object:
		b.WriteByte('{')
		for i, m := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			indent(depth + 1)
			b.WriteString(`<span class="k">` + quote(m.name) + `</span>: `)
			write(b, m.value, depth+1)
		}
		if len(v) > 0 {
			indent(depth)
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			indent(depth + 1)
			write(b, item, depth+1)
		}
		if len(v) > 0 {
			indent(depth)
		}
		b.WriteByte(']')
	case string:
		b.WriteString(`<span class="s">` + quote(v) + `</span>`)
	default:
		b.WriteString(`<span class="n">` + html.EscapeString(scalar(v)) + `</span>`)
	}
}

// quote returns a text as an HTML-escaped JSON string.
func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always encodes
	return html.EscapeString(strings.TrimSpace(b.String()))
}

// scalar returns a JSON value that is not a string, array or object.
func scalar(v any) string {
	if v == nil {
		return "null"
	}
	return fmt.Sprint(v)
}
