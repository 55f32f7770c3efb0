package style

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// nativePart is a part of the native look of form controls.
type nativePart uint8

const (
	nativeNothing nativePart = iota
	nativeBackground
	nativeBorder
)

// markNative marks the properties whose declaration by the author, whatever the value, ends the native look of a form
// control, as in browsers (CSS UI 4 §7.2 leaves the list to them).
func (r *registry) markNative() {
	background := []string{"color", "image", "clip", "origin", "size", "attachment", "position-x", "position-y"}
	for i := range r.props {
		p := &r.props[i]
		rest, ok := strings.CutPrefix(p.name, "background-")
		switch {
		case p.logical != nil: // becomes a physical one
		case ok && slices.Contains(background, rest):
			p.native = nativeBackground
		case strings.HasPrefix(p.name, "border-image-"), hasNativeSuffix(p.name):
			p.native = nativeBorder
		}
	}
}

// hasNativeSuffix reports whether a property is the style, width, colour or radius of a border.
func hasNativeSuffix(name string) bool {
	if !strings.HasPrefix(name, "border-") {
		return false
	}
	for _, suffix := range [...]string{"-style", "-width", "-color", "-radius"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return false
}

// hasNativeLook reports whether browsers draw an element in a native look.
func hasNativeLook(n *dom.Node) bool {
	if n == nil || n.Namespace != dom.HTML {
		return false
	}
	switch n.Tag {
	case "button", "input", "select", "textarea", "meter", "progress":
		return true
	}
	return false
}

// declared records that the declaration of a property by an origin took effect on an element with a native look.
func (s *Computed) declared(p *property, o origin) {
	if o == originUA {
		return
	}
	switch p.native {
	case nativeBackground:
		s.AuthorBackground = true
	case nativeBorder:
		s.AuthorBorder = true
	}
}
