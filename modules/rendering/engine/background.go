package engine

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// ArtScheme is the scheme of the background URLs that an <ai-background> generates. The caller that provides the
// document's files draws them: the query has kind, mood, tone, seed, colors, prompt, grain and the size in pixels (w,
// h), and equal URLs always denote equal images.
const ArtScheme = "ai:"

// artAddress is the URL of a background without its query.
const artAddress = ArtScheme + "background?"

// The limits of the attributes of an <ai-background>.
const (
	minArtSide   = 16
	maxArtSide   = 2048
	maxArtColors = 5
	maxArtPrompt = 2000
)

// artMoods and artTones are the valid values of the attributes.
var (
	artMoods = []string{"professional", "energetic", "calm", "luxury", "playful"}
	artTones = append(artMoods[:5:5], "warm", "cool", "neutral", "vibrant", "pastel", "dark")
)

// placeArt sets the background of every <ai-background> to the image of its attributes; the document's style sheet can
// position and cover it. An image has the size of the canvas unless width and height specify another; it is cropped to
// the box like object-fit: cover.
func placeArt(doc *dom.Document, set Settings) {
	for id := range doc.Nodes {
		n := &doc.Nodes[id]
		if n.Type != dom.Element || n.Namespace != dom.HTML || n.Tag != "ai-background" {
			continue
		}
		a := artReader{doc: doc, node: n, set: set, query: url.Values{}}
		n.Inline = fmt.Sprintf("background:url(%q) center/cover no-repeat border-box;", a.address()) + n.Inline
	}
}

// artReader parses the attributes of one <ai-background>.
type artReader struct {
	doc   *dom.Document
	node  *dom.Node
	set   Settings
	query url.Values
}

func (a *artReader) warn(message string) {
	a.doc.Warnings = append(a.doc.Warnings, dom.Warning{Code: "invalid_attribute", Path: a.node.Path, Message: "ai-background: " + message})
}

// address returns the attributes as a URL with a sorted query, so that equal attributes have equal URLs.
func (a *artReader) address() string {
	a.choice("mood", artMoods)
	a.choice("tone", artTones)
	a.query.Set("seed", strconv.Itoa(a.integer("seed", 0, math.MaxInt32, int(a.set.Seed&math.MaxInt32))))
	if v, ok := a.node.Attr("grain"); ok {
		if g, err := strconv.ParseFloat(strings.TrimSpace(v), 64); err == nil && g >= 0 && g <= 1 {
			a.query.Set("grain", strconv.FormatFloat(g, 'f', -1, 64))
		} else {
			a.warn(fmt.Sprintf("grain %q is not a number from 0 to 1", v))
		}
	}
	if v, ok := a.node.Attr("prompt"); ok {
		v = strings.TrimSpace(v)
		if utf8.RuneCountInString(v) > maxArtPrompt {
			v = string([]rune(v)[:maxArtPrompt])
			a.warn(fmt.Sprintf("the prompt is longer than %d characters and was cut", maxArtPrompt))
		}
		if v != "" {
			a.query.Set("prompt", v)
		}
	}
	if v, ok := a.node.Attr("colors"); ok {
		a.colors(v)
	}
	scale := a.set.Scale
	if scale <= 0 {
		scale = 1
	}
	w := float64(a.integer("width", 1, 16384, a.set.Width)) * scale
	h := float64(a.integer("height", 1, 16384, a.set.Height)) * scale
	if k := maxArtSide / max(w, h); k < 1 {
		w, h = w*k, h*k
	}
	side := func(v float64) string { return strconv.Itoa(min(max(int(math.Round(v)), minArtSide), maxArtSide)) }
	a.query.Set("w", side(w))
	a.query.Set("h", side(h))
	return artAddress + a.query.Encode()
}

func (a *artReader) choice(name string, allowed []string) {
	v, ok := a.node.Attr(name)
	if v = strings.ToLower(strings.TrimSpace(v)); !ok || v == "" {
		return
	}
	if !slices.Contains(allowed, v) {
		a.warn(fmt.Sprintf("%s %q is not one of %s", name, v, strings.Join(allowed, ", ")))
		return
	}
	a.query.Set(name, v)
}

func (a *artReader) integer(name string, lo, hi, otherwise int) int {
	v, ok := a.node.Attr(name)
	if !ok {
		return otherwise
	}
	n, err := strconv.Atoi(strings.TrimSpace(v))
	if err != nil || n < lo || n > hi {
		a.warn(fmt.Sprintf("%s %q is not a whole number from %d to %d", name, v, lo, hi))
		return otherwise
	}
	return n
}

// colors parses a list of CSS colours, separated by commas outside parentheses or by white space.
func (a *artReader) colors(text string) {
	var out []string
	depth := 0
	for _, part := range strings.FieldsFunc(text, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		return depth <= 0 && (r == ',' || r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f')
	}) {
		c, ok := style.ParseColor(part, style.Color{A: 255})
		switch {
		case !ok:
			a.warn(fmt.Sprintf("%q is not a colour", part))
		case len(out) == maxArtColors:
			a.warn(fmt.Sprintf("more than %d colours; %q is left out", maxArtColors, part))
		default:
			out = append(out, fmt.Sprintf("%02X%02X%02X", c.R, c.G, c.B))
		}
	}
	if len(out) > 0 {
		a.query.Set("colors", strings.Join(out, "-"))
	}
}
