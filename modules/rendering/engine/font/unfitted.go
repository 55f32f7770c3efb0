package font

import "sync"

// plainFace is the unfitted variant of a face, created once so that caches keyed by face hold it once.
type plainFace struct {
	once sync.Once
	face *Face
}

// Unfitted returns the variant of the face whose outlines are not hinted.
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

// IsUnfitted reports whether the face is the result of [Face.Unfitted]: its glyphs are not hinted, and its descent is
// not rounded down.
func (f *Face) IsUnfitted() bool { return f.unfitted }

// Unfitted returns the set for more than one device pixel per CSS pixel on Linux. There the system's families, that is
// the generic ones and the ideographic one, are unfitted; those of @font-face rules, the last-resort fonts and those
// for characters outside all families are not.
func (s *Set) Unfitted() *Set {
	t := *s
	t.unfitted = true
	return &t
}
