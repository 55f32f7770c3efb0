package font

import "sync"

// plainFace is the unfitted variant of a face, made once so that caches by face hold it once.
type plainFace struct {
	once sync.Once
	face *Face
}

// Unfitted returns the same face for text whose outlines are not fitted to the pixel grid.
func (f *Face) Unfitted() *Face {
	if f.unfitted {
		return f
	}
	f.plain.once.Do(func() {
		g := *f
		g.unfitted = true
		if f.glyf != nil {
			t := *f.glyf
			t.face = &g
			g.glyf = &t
		}
		f.plain.face = &g
	})
	return f.plain.face
}

// IsUnfitted reports whether the face came from [Face.Unfitted]: its glyphs are drawn
// without hinting, and its descent is not rounded down.
func (f *Face) IsUnfitted() bool { return f.unfitted }

// Unfitted returns the set with which browsers on Linux set text at more than one device
// pixel per CSS pixel. The families that the system has, which are the generic ones and the
// ideographic one, are unfitted there; those of @font-face rules, the fonts of last resort
// and those for characters that no family has are not.
func (s *Set) Unfitted() *Set {
	t := *s
	t.unfitted = true
	return &t
}
