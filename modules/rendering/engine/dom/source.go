package dom

import "strings"

// ImageSource is the image of an element: its URL, the density in image pixels per CSS pixel, and the element whose
// width and height attributes size it (a source of a <picture> element, else the element itself).
type ImageSource struct {
	URL     string
	Density float64
	Sized   NodeID
}

// ImageOf returns the image of an element: of img and input by src or as selected from srcset and <picture>, of object
// by data, of embed and lottie by src, of video by poster. ok is false for elements without an image.
func (d *Document) ImageOf(id NodeID) (s ImageSource, ok bool) {
	n := &d.Nodes[id]
	if n.Type != Element || n.Namespace != HTML {
		return s, false
	}
	if chosen, has := d.Chosen[id]; has {
		return chosen, true
	}
	name := ""
	switch n.Tag {
	case "img", "embed", "lottie":
		name = "src"
	case "object":
		name = "data"
	case "video":
		name = "poster"
	case "input":
		if t, _ := n.Attr("type"); strings.EqualFold(t, "image") {
			name = "src"
		}
	}
	if name == "" {
		return s, false
	}
	v, has := n.Attr(name)
	if !has && n.Tag != "img" && n.Tag != "input" {
		return s, false
	}
	return ImageSource{URL: strings.Trim(v, " \t\r\n\f"), Density: 1, Sized: id}, true
}
