package style

import "github.com/platenhq/platen/modules/rendering/engine/css"

// pressWords maps the descriptors of @page for printing and viewing to their syntax.
var pressWords = map[string]string{
	"marks":            "none, crop, cross and crop cross are",
	"bleed":            "auto and lengths from 0 to 2in are",
	"page-orientation": "upright, rotate-left and rotate-right are",
}

// autoBleed is the automatic bleed of pages with crop marks: 6pt (CSS Paged Media 3 §7.2); noBleed represents auto.
const autoBleed, noBleed, maxBleed = 8, -1, 192

// count parses the argument of :nth(): An+B, optionally followed by of and a page name.
func (s *pageSelector) count(in css.Stream) (ok bool) {
	s.nth = true
	if s.a, s.b, ok = css.ParseAnB(&in); !ok {
		return false
	}
	if in.Ident("of") {
		if s.of = in.AnyIdent(); s.of == "" {
			return false
		}
	}
	return in.AtEnd()
}

// press sets a descriptor of [pressWords]; it reports whether the value is valid.
func (out *PageStyle) press(name string, value []css.Token) bool {
	p := &parser{Stream: css.NewStream(value)}
	switch name {
	case "marks":
		crop, cross := false, false
		if !p.Ident("none") {
			for range 2 {
				switch w, _ := p.oneOf("crop", "cross"); {
				case w == "crop" && !crop:
					crop = true
				case w == "cross" && !cross:
					cross = true
				}
			}
			if !crop && !cross {
				return false
			}
		}
		if !p.AtEnd() {
			return false
		}
		out.Crop, out.Cross = crop, cross
	case "bleed":
		if p.Ident("auto") {
			out.Bleed = noBleed
			return p.AtEnd()
		}
		v, u, ok := p.plainLength(0)
		if !ok || u != unitPx || v < 0 || v > maxBleed || !p.AtEnd() {
			return false
		}
		out.Bleed = v
	case "page-orientation":
		w, ok := p.oneOf("upright", "rotate-left", "rotate-right")
		if !ok || !p.AtEnd() {
			return false
		}
		out.Rotate = map[string]int{"rotate-left": 270, "rotate-right": 90}[w]
	}
	return true
}

// bleedUsed resolves the automatic bleed.
func (out *PageStyle) bleedUsed() {
	if out.Bleed == noBleed {
		out.Bleed = 0
		if out.Crop {
			out.Bleed = autoBleed
		}
	}
}
