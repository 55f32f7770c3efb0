package svg

import (
	"cmp"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// ApplySMIL writes the values that SVG animation elements have at a time, in seconds since the start of the document,
// into the animated attributes (SMIL Animation 3, SVG Animations 2). It must run before styles are computed.
func ApplySMIL(doc *dom.Document, seconds float64) {
	set := animationsOf(doc)
	if set == nil {
		return
	}
	var active []*animation
	for _, a := range set.list {
		if set.sample(a, seconds) {
			active = append(active, a)
		}
	}
	// An animation that began later has the higher priority; otherwise the order of the document decides.
	slices.SortStableFunc(active, func(a, b *animation) int { return cmp.Compare(a.begun, b.begun) })
	for _, a := range active {
		a.apply(doc)
	}
}

// AnimatedAt returns a copy of the document with the values of its animation elements at a time; the document itself
// when it has none.
func AnimatedAt(doc *dom.Document, seconds float64) *dom.Document {
	if _, ok := Animation(doc); !ok {
		return doc
	}
	out := *doc
	out.Nodes = slices.Clone(doc.Nodes)
	ApplySMIL(&out, seconds)
	return &out
}

// SMILDuration returns the time at which the last animation element of a document ends, with one round of those that
// repeat forever.
func SMILDuration(doc *dom.Document) float64 {
	set, total := animationsOf(doc), 0.0
	if set == nil {
		return 0
	}
	for _, a := range set.list {
		for _, begin := range set.begins(a, 0) {
			end := set.end(a, begin, 0)
			if !isFinite(end) {
				end = begin + a.duration
			}
			if isFinite(end) && begin >= 0 {
				total = max(total, end)
			}
		}
	}
	return total
}

// Animation returns the first SVG animation element of a document.
func Animation(doc *dom.Document) (n *dom.Node, ok bool) {
	for i := range doc.Nodes {
		if n := &doc.Nodes[i]; n.Type == dom.Element && n.Namespace == dom.SVG && animations[strings.ToLower(n.Tag)] {
			return n, true
		}
	}
	return nil, false
}

// animation is an animation element and its state at one time.
type animation struct {
	node   *dom.Node
	tag    string // in lower case
	target dom.NodeID
	path   dom.NodeID // of mpath, or None
	// duration is that of one round and rounds their number; both may be infinite.
	duration, rounds float64
	// begun is the start of the interval, round the number of complete rounds before progress, 0 to 1, in the current
	// one.
	begun, progress float64
	round           int
}

// animationSet holds the animation elements of a document.
type animationSet struct {
	list []*animation
	ids  map[string]*animation
	// memo holds the begin times of each animation, which those that depend on it need.
	memo map[*animation][]float64
	// evaluated counts the intervals that were computed.
	evaluated int
}

// animationsOf returns the animation elements of a document that have a target, nil if there are none.
func animationsOf(doc *dom.Document) *animationSet {
	var set *animationSet
	for i := range doc.Nodes {
		n := &doc.Nodes[i]
		if n.Type != dom.Element || n.Namespace != dom.SVG || !animations[strings.ToLower(n.Tag)] {
			continue
		}
		target := n.Parent
		if ref := href(n); strings.HasPrefix(ref, "#") {
			target = elementByID(doc, ref[1:])
		}
		if target == dom.None {
			continue
		}
		if set == nil {
			set = &animationSet{ids: map[string]*animation{}, memo: map[*animation][]float64{}}
		}
		a := &animation{node: n, tag: strings.ToLower(n.Tag), target: target, path: motionPath(doc, n)}
		a.duration, a.rounds = a.timing()
		set.list = append(set.list, a)
		if n.ID != "" && set.ids[n.ID] == nil {
			set.ids[n.ID] = a
		}
	}
	return set
}

func elementByID(doc *dom.Document, id string) dom.NodeID {
	for i := range doc.Nodes {
		if doc.Nodes[i].ID == id && id != "" {
			return dom.NodeID(i)
		}
	}
	return dom.None
}

func attribute(n *dom.Node, name string) string {
	v, _ := n.Attr(name)
	return strings.TrimSpace(v)
}

// apply writes the value of an active animation into its target.
func (a *animation) apply(doc *dom.Document) {
	target := &doc.Nodes[a.target]
	switch a.tag {
	case "discard":
		return
	case "animatemotion":
		if m, ok := a.motion(doc); ok {
			own, _ := target.Attr("transform")
			setAttribute(target, "transform", strings.TrimSpace(m+" "+own))
		}
		return
	case "animatetransform":
		if v, ok := a.transform(); ok {
			own, _ := target.Attr("transform")
			if attribute(a.node, "additive") != "sum" {
				own = ""
			}
			setAttribute(target, "transform", strings.TrimSpace(own+" "+v))
		}
		return
	}
	name := attribute(a.node, "attributeName")
	if name == "" || strings.HasPrefix(strings.ToLower(name), "on") || strings.HasSuffix(name, "href") {
		return
	}
	if v, ok := a.value(baseValue(target, name)); ok && !strings.ContainsAny(v, ";{}!") {
		setAttribute(target, name, v)
	}
}

// baseValue returns the value of an attribute that is not animated, or of the property of its name in the style
// attribute.
func baseValue(n *dom.Node, name string) string {
	if style.OverridesStyle(name) {
		for declaration := range strings.SplitSeq(n.Inline, ";") {
			if property, v, ok := strings.Cut(declaration, ":"); ok && strings.EqualFold(strings.TrimSpace(property), name) {
				return strings.TrimSpace(v)
			}
		}
	}
	if v, ok := n.Attr(name); ok {
		return strings.TrimSpace(v)
	}
	return initialValues[name]
}

// initialValues holds the initial values of properties that animations commonly begin at.
var initialValues = map[string]string{
	"fill": "black", "stroke-width": "1", "opacity": "1", "fill-opacity": "1", "stroke-opacity": "1", "stop-opacity": "1", "stop-color": "black",
	"flood-color": "black", "flood-opacity": "1", "lighting-color": "white", "stroke-dashoffset": "0", "stroke-miterlimit": "4",
	"x": "0", "y": "0", "cx": "0", "cy": "0", "r": "0", "rx": "0", "ry": "0", "x1": "0", "y1": "0", "x2": "0", "y2": "0", "width": "0", "height": "0",
	"dx": "0", "dy": "0", "fx": "0", "fy": "0", "offset": "0", "stdDeviation": "0", "startOffset": "0",
}

// setAttribute sets an attribute of an element, and the property if the document styles it.
func setAttribute(target *dom.Node, name, value string) {
	attrs := slices.Clone(target.Attrs)
	if i := slices.IndexFunc(attrs, func(a dom.Attr) bool { return a.Name == name }); i >= 0 {
		attrs[i].Value = value
	} else {
		attrs = append(attrs, dom.Attr{Name: name, Value: value})
	}
	target.Attrs = attrs
	if name == "class" {
		target.Classes = strings.Fields(value)
	} else if style.OverridesStyle(name) {
		target.Inline = strings.TrimPrefix(strings.TrimSuffix(strings.TrimSpace(target.Inline), ";")+";"+name+":"+value, ";")
	}
}
