package svg

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// applies reports whether the conditional processing attributes of an element evaluate to true (SVG 2 §5.10).
func (p *painter) applies(n *dom.Node, lang string) bool {
	if v, ok := n.Attr("requiredExtensions"); ok && !supportsExtensions(v) {
		return false
	}
	v, ok := n.Attr("systemLanguage")
	return !ok || matchesLanguage(v, lang)
}

// supportsExtensions reports whether a list of extensions names only the languages that a foreignObject may contain.
func supportsExtensions(list string) bool {
	names := strings.Fields(list)
	for _, name := range names {
		if name != "http://www.w3.org/1999/xhtml" && name != "http://www.w3.org/1998/Math/MathML" {
			return false
		}
	}
	return len(names) > 0
}

// matchesLanguage reports whether a list of languages contains the document's, which defaults to English.
func matchesLanguage(list, lang string) bool {
	if lang == "" {
		lang = "en"
	}
	for _, l := range strings.Split(list, ",") {
		l = strings.TrimSpace(l)
		if strings.EqualFold(l, lang) || (len(l) < len(lang) && strings.EqualFold(lang[:len(l)], l) && lang[len(l)] == '-' && l != "") ||
			(len(l) > len(lang) && strings.EqualFold(l[:len(lang)], lang) && l[len(lang)] == '-') {
			return true
		}
	}
	return false
}

// resource returns the element of one of the given tags that a #fragment refers to: a paint server, clip path, mask,
// filter or marker. As in browsers, elements that are not rendered are skipped. In a reference cycle, the reference of
// the element that is last in the document is ignored: from is the element with this reference, or None.
func (p *painter) resource(from dom.NodeID, url string, tags ...string) (dom.NodeID, bool) {
	id, ok := p.target(url)
	if !ok {
		return id, false
	}
	n, s := p.node(id), p.tree.Styles[id]
	known := false
	for _, t := range tags {
		known = known || n.Tag == t
	}
	if !known || s == nil {
		return id, false
	}
	if (n.Tag == "mask" || n.Tag == "pattern") && !p.applies(n, s.Lang) {
		return id, false
	}
	for up := id; up != dom.None && n.Tag != "filter" && n.Tag != "marker"; up = p.node(up).Parent {
		if s := p.tree.Styles[up]; s != nil && s.Display == style.DisplayNone {
			return id, false
		}
	}
	if p.busy[id] {
		return id, false
	}
	if len(p.busy) > 0 && from != dom.None {
		if last, cycle := p.findCycle(id, map[dom.NodeID]bool{}); cycle && from > last {
			return id, false
		}
	}
	return id, true
}

// findCycle reports whether the content of a resource refers to a resource that is being drawn; last is the element
// with a reference on that path that comes last in the document.
func (p *painter) findCycle(id dom.NodeID, seen map[dom.NodeID]bool) (last dom.NodeID, cycle bool) {
	if p.busy[id] {
		return dom.None, true
	}
	if seen[id] || len(seen) > maxNesting {
		return dom.None, false
	}
	seen[id] = true
	if s := p.tree.Styles[id]; s != nil {
		var urls []string
		if s.ClipPath != nil {
			urls = append(urls, s.ClipPath.URL)
		}
		for i := range s.Mask {
			if img := s.Mask[i].Image; img != nil {
				urls = append(urls, img.URL)
			}
		}
		for _, u := range urls {
			if ref, ok := p.target(u); ok {
				if last, cycle := p.findCycle(ref, seen); cycle {
					return max(last, id), true
				}
			}
		}
	}
	for c := p.node(id).FirstChild; c != dom.None; c = p.node(c).Next {
		if p.node(c).Type == dom.Element {
			if last, cycle := p.findCycle(c, seen); cycle {
				return last, true
			}
		}
	}
	return dom.None, false
}
