package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/inspect"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Finding is a defect of an image.
type Finding struct {
	// Rule is overlap, clipped, outside, small, empty, void, contrast, mirror or warning.
	Rule, Message string
}

// checker collects the findings for one drawing.
type checker struct {
	shot     *Shot
	view     *inspect.View
	facts    map[string]*inspect.Facts // by path
	blocks   []block
	findings []Finding
}

// block is the text of a non-inline element, including that of its inline descendants.
type block struct {
	at      int // in the view
	letters inspect.Area
	text    string
	deco    bool
}

func newJudge(s *Shot, pic *engine.Drawing) *checker {
	j := &checker{shot: s, view: pic.View(), facts: map[string]*inspect.Facts{}}
	facts := pic.Report()
	for i := range facts {
		j.facts[facts[i].Path] = &facts[i]
	}
	for _, w := range pic.Warnings {
		if w.Code != "empty_image" {
			j.add("warning", "%s: %s", w.Code, w.Message)
		}
	}
	index := map[int]int{}
	for i := range j.view.Elements {
		e := &j.view.Elements[i]
		if e.Text == "" || e.Letters.Empty() || e.Shape {
			continue
		}
		owner := i
		for j.view.Elements[owner].Parent >= 0 && j.view.Elements[owner].Style.Display == style.DisplayInline {
			owner = j.view.Elements[owner].Parent
		}
		k, ok := index[owner]
		if !ok {
			k = len(j.blocks)
			index[owner] = k
			j.blocks = append(j.blocks, block{at: owner, letters: e.Letters, deco: j.deco(i)})
		}
		b := &j.blocks[k]
		b.letters, b.text = union(b.letters, e.Letters), strings.TrimSpace(b.text+" "+e.Text)
	}
	return j
}

func (j *checker) add(rule, format string, args ...any) {
	j.findings = append(j.findings, Finding{rule, fmt.Sprintf(format, args...)})
}

// name describes an element in a message.
func (j *checker) name(i int) string {
	e := &j.view.Elements[i]
	n := e.Tag
	if e.ID != "" {
		n += "#" + e.ID
	}
	for _, c := range e.Classes {
		n += "." + c
	}
	if e.Pseudo != "" {
		n += "::" + e.Pseudo
	}
	return n
}

// deco reports whether an element is decoration or in one.
func (j *checker) deco(i int) bool {
	for ; i >= 0; i = j.view.Elements[i].Parent {
		if slices.Contains(j.view.Elements[i].Classes, "deco") {
			return true
		}
	}
	return false
}

// ellipsis reports whether an element or one of its ancestors ends overflowing text in an ellipsis.
func (j *checker) ellipsis(i int) bool {
	for ; i >= 0; i = j.view.Elements[i].Parent {
		if s := j.view.Elements[i].Style; s.LineClamp > 0 || s.TextOverflow != "" {
			return true
		}
	}
	return false
}

// texts checks that texts are not clipped, are inside the safe area and large enough to read.
func (j *checker) texts() {
	safe := j.safe()
	size := Sizes[j.shot.Size]
	smallest := 0.0125 * float64(min(size[0], 1200))
	if j.paper() {
		smallest = 9
	}
	for i := range j.blocks {
		b := &j.blocks[i]
		if b.deco {
			continue
		}
		e := &j.view.Elements[b.at]
		if f := j.facts[e.Path]; f != nil && (f.OwnText.Clipped || f.AllText.Clipped) && (!j.shot.Case.Long || !j.ellipsis(b.at)) {
			j.add("clipped", "%s %.40q is cut off", j.name(b.at), b.text)
		} else if f != nil && f.OwnText.Smallest > 0 && f.OwnText.Smallest < smallest-0.05 {
			j.add("small", "%s %.40q has %.1f px; at least %.1f", j.name(b.at), b.text, f.OwnText.Smallest, smallest)
		}
		a := j.inner(b)
		if a.X < safe.X-1 || a.Y < safe.Y-1 || a.X+a.W > safe.X+safe.W+1 || a.Y+a.H > safe.Y+safe.H+1 {
			j.add("outside", "%s %.40q at %.0f,%.0f %.0f×%.0f leaves the safe area %.0f,%.0f %.0f×%.0f", j.name(b.at), b.text, a.X, a.Y, a.W, a.H, safe.X, safe.Y, safe.W, safe.H)
		}
	}
}

func (j *checker) paper() bool { return j.shot.Size == "a4" || j.shot.Size == "letter" }

// safe returns the area for content: the image without a margin, and for a story without the strips at top and bottom that
// the network's interface covers.
func (j *checker) safe() inspect.Area {
	size := Sizes[j.shot.Size]
	w, h := float64(size[0]), float64(size[1])
	m := 0.025 * min(w, h)
	a := inspect.Area{X: m, Y: m, W: w - 2*m, H: h - 2*m}
	if j.shot.Size == "instagram_story" {
		a.Y, a.H = 200, h-2*200
	}
	return a
}

// overlaps checks that no texts overlap.
func (j *checker) overlaps() {
	for i := range j.blocks {
		for k := range j.blocks[:i] {
			a, b := j.inner(&j.blocks[i]), j.inner(&j.blocks[k])
			if w, h := overlap(a.X, a.W, b.X, b.W), overlap(a.Y, a.H, b.Y, b.H); w > 1 && h > 1 {
				j.add("overlap", "%s %.30q and %s %.30q overlap by %.0f × %.0f", j.name(j.blocks[i].at), j.blocks[i].text, j.name(j.blocks[k].at), j.blocks[k].text, w, h)
			}
		}
	}
}

// inner returns the area of a block's glyphs without the leading of its first and last line.
func (j *checker) inner(b *block) inspect.Area {
	a := b.letters
	cut := min(0.24*j.view.Elements[b.at].Style.Font.Size, 0.3*a.H)
	a.Y, a.H = a.Y+cut, a.H-2*cut
	return a
}

func overlap(a, an, b, bn float64) float64 { return min(a+an, b+bn) - max(a, b) }

func union(a, b inspect.Area) inspect.Area {
	x, y := min(a.X, b.X), min(a.Y, b.Y)
	return inspect.Area{X: x, Y: y, W: max(a.X+a.W, b.X+b.W) - x, H: max(a.Y+a.H, b.Y+b.H) - y}
}

// content lists the elements that are content without text.
var content = []string{"img", "svg", "icon", "qr-code", "bar-code", "rating", "progress", "mesh-gradient"}

func isContent(tag string) bool {
	return slices.Contains(content, tag) || strings.HasPrefix(tag, "chart-")
}

// images checks that images and codes are not clipped and that no text overlaps them. Absolutely positioned images
// are backgrounds.
func (j *checker) images() {
	for i := range j.view.Elements {
		e := &j.view.Elements[i]
		if !isContent(e.Tag) || e.Tag == "svg" || e.Box.Empty() || j.deco(i) || j.background(i) {
			continue
		}
		if a := j.visible(i); a.W < e.Box.W-2 || a.H < e.Box.H-2 {
			if e.Tag != "img" {
				j.add("clipped", "%s is cut off: %.0f × %.0f of %.0f × %.0f are shown", j.name(i), a.W, a.H, e.Box.W, e.Box.H)
			}
			continue
		}
		for k := range j.blocks {
			a := j.inner(&j.blocks[k])
			if w, h := overlap(a.X, a.W, e.Box.X, e.Box.W), overlap(a.Y, a.H, e.Box.Y, e.Box.H); w > 2 && h > 2 {
				j.add("overlap", "%s stands on %s %.30q", j.name(i), j.name(j.blocks[k].at), j.blocks[k].text)
			}
		}
	}
	for i := range j.blocks {
		b := &j.blocks[i]
		a := j.inner(b)
		clip := j.clip(b.at)
		if overlap(a.Y, a.H, clip.Y, clip.H) < a.H-2 {
			j.add("clipped", "%s %.30q is cut off by what it is in", j.name(b.at), b.text)
		}
	}
}

func (j *checker) background(i int) bool {
	for ; i >= 0; i = j.view.Elements[i].Parent {
		if j.view.Elements[i].Style.Position == style.PositionAbsolute {
			return true
		}
	}
	return false
}

// clip returns the area of an element that is not clipped by its ancestors.
func (j *checker) clip(i int) inspect.Area {
	a := inspect.Area{W: j.view.Width, H: j.view.Height}
	for i = j.view.Elements[i].Parent; i >= 0; i = j.view.Elements[i].Parent {
		if e := &j.view.Elements[i]; e.Style.Overflow[1] != style.OverflowVisible && !e.Box.Empty() {
			a = intersection(a, e.Box)
		}
	}
	return a
}

func (j *checker) visible(i int) inspect.Area { return intersection(j.view.Elements[i].Box, j.clip(i)) }

func intersection(a, b inspect.Area) inspect.Area {
	x, y := max(a.X, b.X), max(a.Y, b.Y)
	return inspect.Area{X: x, Y: y, W: max(0, min(a.X+a.W, b.X+b.W)-x), H: max(0, min(a.Y+a.H, b.Y+b.H)-y)}
}

// empty checks that missing content leaves no decoration: a pill without text, a line without a signature,
// a separator without a neighbour.
func (j *checker) empty() {
	n := len(j.view.Elements)
	says, ink := make([]bool, n), make([]bool, n)
	for i := n - 1; i >= 0; i-- {
		e := &j.view.Elements[i]
		if e.Text != "" && e.Pseudo == "" {
			says[i] = true
			ink[i] = ink[i] || strings.ContainsFunc(e.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsSymbol(r) })
		}
		if isContent(e.Tag) {
			ink[i] = true
		}
		if e.Parent >= 0 {
			says[e.Parent] = says[e.Parent] || says[i]
			ink[e.Parent] = ink[e.Parent] || ink[i]
		}
	}
	for i := range j.view.Elements {
		e := &j.view.Elements[i]
		if ink[i] || e.Box.Empty() || j.deco(i) || e.Tag == "body" || e.Tag == "html" || isContent(e.Tag) || e.Shape || j.inContent(i) {
			continue
		}
		switch {
		case e.Pseudo != "":
			if p := e.Parent; p >= 0 && !ink[p] && painted(e.Style) {
				j.add("empty", "%s decorates nothing", j.name(i))
			}
		case says[i]:
			if e.Text != "" {
				j.add("empty", "%s says %q only", j.name(i), e.Text)
			}
		case painted(e.Style):
			j.add("empty", "%s has no content", j.name(i))
		}
	}
}

// inContent reports whether an element is part of an image element.
func (j *checker) inContent(i int) bool {
	for i = j.view.Elements[i].Parent; i >= 0; i = j.view.Elements[i].Parent {
		if isContent(j.view.Elements[i].Tag) {
			return true
		}
	}
	return false
}

// painted reports whether a box itself paints something.
func painted(s *style.Computed) bool {
	if s.BackgroundColor.A > 0 || len(s.BoxShadow) > 0 || slices.ContainsFunc(s.Background, func(l style.Layer) bool { return l.Image != nil }) {
		return true
	}
	return slices.ContainsFunc(s.Border[:], func(b style.Border) bool { return b.Width > 0 && b.Color.A > 0 })
}

// voids checks that content is spread over the image: no band without content is half the image's height.
func (j *checker) voids() {
	if j.paper() {
		return
	}
	h := j.view.Height
	type span struct{ from, to float64 }
	var spans []span
	for i := range j.view.Elements {
		e := &j.view.Elements[i]
		switch {
		case !e.Letters.Empty():
			spans = append(spans, span{e.Letters.Y, e.Letters.Y + e.Letters.H})
		case isContent(e.Tag) || slices.Contains(e.Classes, "art"):
			spans = append(spans, span{e.Box.Y, e.Box.Y + e.Box.H})
		}
	}
	slices.SortFunc(spans, func(a, b span) int {
		if a.from < b.from {
			return -1
		}
		return 1
	})
	at := 0.0
	for _, s := range append(spans, span{h, h}) {
		if s.from-at > 0.48*h {
			j.add("void", "nothing stands between %.0f and %.0f of %.0f px", at, s.from, h)
		}
		at = max(at, s.to)
	}
}
