package svg

import (
	"math"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// ApplySMIL writes the values of SVG animation elements at the start of the document into the animated attributes (SMIL
// Animation 3, SVG Animations 2); animations that begin later have no effect. It must run before styles are computed.
func ApplySMIL(doc *dom.Document) {
	count := len(doc.Nodes)
	for i := range count {
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
		if value, ok := startValue(n); ok {
			animateAttribute(n, &doc.Nodes[target], value)
		}
	}
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

func elementByID(doc *dom.Document, id string) dom.NodeID {
	for i := range doc.Nodes {
		if doc.Nodes[i].ID == id && id != "" {
			return dom.NodeID(i)
		}
	}
	return dom.None
}

// startValue returns the value of an animation element at the start of the document; ok is false when it has no effect.
func startValue(n *dom.Node) (value string, ok bool) {
	begin, ok := firstBegin(n)
	if !ok || begin > 0 {
		return "", false
	}
	to, hasTo := n.Attr("to")
	elapsed := -begin
	duration, finite := clock(attribute(n, "dur"))
	if n.Tag == "set" {
		ended := finite && elapsed >= duration
		return to, hasTo && (!ended || attribute(n, "fill") == "freeze")
	}
	values := animationValues(n)
	if len(values) == 0 || !finite || duration <= 0 {
		return "", false
	}
	rounds := 1.0
	if v := attribute(n, "repeatCount"); v == "indefinite" || attribute(n, "repeatDur") == "indefinite" {
		rounds = math.Inf(1)
	} else if f, err := strconv.ParseFloat(v, 64); err == nil && f > 0 && f < 1e9 {
		rounds = f
	}
	overall := elapsed / duration
	if overall >= rounds {
		if attribute(n, "fill") != "freeze" {
			return "", false
		}
		overall = rounds
	}
	progress := overall - math.Floor(overall)
	if overall == rounds && progress == 0 && overall > 0 {
		progress = 1
	}
	return valueAt(n, values, progress), true
}

func attribute(n *dom.Node, name string) string {
	v, _ := n.Attr(name)
	return strings.TrimSpace(v)
}

// firstBegin returns the earliest begin time that is an offset from the start of the document; ok is false if there is
// none.
func firstBegin(n *dom.Node) (float64, bool) {
	v, has := n.Attr("begin")
	if !has {
		return 0, true
	}
	first, found := 0.0, false
	for _, part := range strings.Split(v, ";") {
		if t, ok := clock(strings.TrimSpace(part)); ok && (!found || t < first) {
			first, found = t, true
		}
	}
	return first, found
}

// clock parses a clock value in seconds: 02:30:03, 5s, 300ms, 1.5min, 2h, 3.
func clock(v string) (float64, bool) {
	sign := 1.0
	switch {
	case strings.HasPrefix(v, "-"):
		sign, v = -1, v[1:]
	case strings.HasPrefix(v, "+"):
		v = v[1:]
	}
	total := 0.0
	if strings.Contains(v, ":") {
		for _, part := range strings.Split(v, ":") {
			f, err := strconv.ParseFloat(part, 64)
			if err != nil || f < 0 || f > 1e9 {
				return 0, false
			}
			total = float64(total*60) + f
		}
		return sign * total, true
	}
	unit := 1.0
	for _, u := range [...]struct {
		name  string
		scale float64
	}{{"ms", 0.001}, {"min", 60}, {"h", 3600}, {"s", 1}} {
		if rest, found := strings.CutSuffix(v, u.name); found {
			v, unit = rest, u.scale
			break
		}
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
	if err != nil || f < 0 || f > 1e9 {
		return 0, false
	}
	return sign * f * unit, true
}

// animationValues returns the list of values of an animation.
func animationValues(n *dom.Node) []string {
	if v, has := n.Attr("values"); has {
		var out []string
		for _, part := range strings.Split(v, ";") {
			if part = strings.TrimSpace(part); part != "" {
				out = append(out, part)
			}
		}
		return out
	}
	to, hasTo := n.Attr("to")
	from, hasFrom := n.Attr("from")
	switch {
	case hasFrom && hasTo:
		return []string{strings.TrimSpace(from), strings.TrimSpace(to)}
	case hasFrom && attribute(n, "by") != "":
		return []string{strings.TrimSpace(from)}
	}
	return nil // animates from the underlying value, which applies at the start
}

// valueAt samples the values at a progress from 0 to 1.
func valueAt(n *dom.Node, values []string, progress float64) string {
	last := len(values) - 1
	if progress <= 0 || last == 0 {
		return values[0]
	}
	if progress >= 1 {
		return values[last]
	}
	if attribute(n, "calcMode") == "discrete" {
		return values[min(int(float64(progress*float64(last+1))), last)]
	}
	at := float64(progress * float64(last))
	i := min(int(at), last-1)
	a, b := strings.FieldsFunc(values[i], separates), strings.FieldsFunc(values[i+1], separates)
	if len(a) != len(b) {
		return values[i]
	}
	for k := range a {
		x, err1 := strconv.ParseFloat(a[k], 64)
		y, err2 := strconv.ParseFloat(b[k], 64)
		if err1 != nil || err2 != nil {
			return values[i]
		}
		a[k] = strconv.FormatFloat(x+float64((y-x)*(at-float64(i))), 'f', -1, 64)
	}
	return strings.Join(a, " ")
}

func separates(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\n' }

// animateAttribute sets an attribute of the target, and the property if the document styles it.
func animateAttribute(n, target *dom.Node, value string) {
	name := attribute(n, "attributeName")
	switch strings.ToLower(n.Tag) {
	case "animatetransform":
		kind := attribute(n, "type")
		if kind == "" {
			kind = "translate"
		}
		name, value = "transform", kind+"("+value+")"
		if attribute(n, "additive") == "sum" {
			own, _ := target.Attr("transform")
			value = strings.TrimSpace(own + " " + value)
		}
	case "animatemotion", "discard":
		return
	}
	if name == "" || strings.HasPrefix(strings.ToLower(name), "on") || strings.HasSuffix(name, "href") || strings.ContainsAny(value, ";{}!") {
		return
	}
	attrs := append([]dom.Attr(nil), target.Attrs...)
	found := false
	for i := range attrs {
		if attrs[i].Name == name {
			attrs[i].Value, found = value, true
		}
	}
	if !found {
		attrs = append(attrs, dom.Attr{Name: name, Value: value})
	}
	target.Attrs = attrs
	if name == "class" {
		target.Classes = strings.Fields(value)
	} else if style.OverridesStyle(name) {
		target.Inline = strings.TrimSuffix(strings.TrimSpace(target.Inline), ";") + ";" + name + ":" + value
	}
}
