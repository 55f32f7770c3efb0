package inspect

import "strings"

// Box is the border box of an element in CSS pixels from the canvas origin, after layout and before transforms.
type Box struct {
	Tag    string  `json:"tag"`
	ID     string  `json:"id"`
	Class  string  `json:"class"`
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// Boxes returns the boxes of all elements that generate one, in document order.
func Boxes(in *Input) []Box {
	out := make([]Box, 0, len(in.Boxes))
	for _, b := range in.Boxes {
		n := in.Doc.Node(b.Node)
		class, _ := n.Attr("class")
		if class == "" && len(n.Classes) > 0 {
			class = strings.Join(n.Classes, " ")
		}
		out = append(out, Box{
			Tag: n.Tag, ID: n.ID, Class: class,
			X: b.Rect.X.Float(), Y: b.Rect.Y.Float(), Width: b.Rect.W.Float(), Height: b.Rect.H.Float(),
		})
	}
	return out
}
