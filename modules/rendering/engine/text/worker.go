package text

import (
	"sync"

	otfont "github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
	"github.com/go-text/typesetting/harfbuzz"
	"github.com/go-text/typesetting/language"
	"golang.org/x/text/cases"
	xlanguage "golang.org/x/text/language"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// rawGlyph is a shaped glyph in font units, in visual order; cluster is the byte offset in the shaped text.
type rawGlyph struct {
	id      font.GlyphID
	cluster int32
	advance int32
	dx, dy  int32
	unsafe  bool // cutting before this cluster requires reshaping
}

// shapeKey identifies a shaping result: everything it depends on.
type shapeKey struct {
	face     *font.Face
	text     string
	features string // encoded, see encodeFeatures
	lang     string
	script   language.Script
	rtl      bool
	upper    bool // upper-case the text before shaping, for synthesised small capitals
}

// worker holds the shaper's objects for one goroutine at a time.
type worker struct {
	buf   *harfbuzz.Buffer
	fonts map[*font.Face]*harfbuzz.Font
	runes []rune
	at    []int32 // byte offset of every rune
	// capitals maps to upper case without language-specific rules.
	capitals cases.Caser
}

// maxWorkerFonts bounds a worker's per-face state; beyond it the state is dropped.
const maxWorkerFonts = 48

func newWorker() *worker {
	return &worker{buf: harfbuzz.NewBuffer(), fonts: map[*font.Face]*harfbuzz.Font{}, capitals: cases.Upper(xlanguage.Und)}
}

// workers is a free list of workers.
type workers struct {
	mu   sync.Mutex
	free []*worker
}

func (p *workers) get() *worker {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		w := p.free[n-1]
		p.free = p.free[:n-1]
		return w
	}
	return newWorker()
}

func (p *workers) put(w *worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free) < 16 {
		p.free = append(p.free, w)
	}
}

// font returns the shaper's font of a face, nil when its layout tables are malformed.
func (w *worker) font(f *font.Face) *harfbuzz.Font {
	if hb, ok := w.fonts[f]; ok {
		return hb
	}
	if len(w.fonts) >= maxWorkerFonts {
		w.buf, w.fonts = harfbuzz.NewBuffer(), map[*font.Face]*harfbuzz.Font{}
	}
	var hb *harfbuzz.Font
	if tables, coords, err := f.Shaping(); err == nil {
		hb = newShaperFont(tables, coords)
	}
	w.fonts[f] = hb
	return hb
}

func newShaperFont(f *otfont.Font, coords []tables.Coord) (hb *harfbuzz.Font) {
	defer func() {
		if recover() != nil {
			hb = nil // malformed layout tables: use only the character map
		}
	}()
	// A face created for a font without glyphs caches no extents. They take 20 bytes per glyph of the font, drawn or
	// not, and are only used for marks without positioning.
	face := otfont.NewFace(new(otfont.Font))
	face.Font = f
	if coords != nil {
		face.SetCoords(coords)
	}
	return harfbuzz.NewFont(face)
}

// shape runs the shaper over text without context.
func (w *worker) shape(k *shapeKey) []rawGlyph {
	w.runes, w.at = w.runes[:0], w.at[:0]
	for i, r := range k.text {
		if k.upper {
			for _, u := range w.capitals.String(string(r)) {
				w.runes, w.at = append(w.runes, u), append(w.at, int32(i))
			}
			continue
		}
		w.runes, w.at = append(w.runes, r), append(w.at, int32(i))
	}
	if hb := w.font(k.face); hb != nil {
		if out, ok := w.run(hb, k); ok {
			return out
		}
	}
	return w.plain(k)
}

func (w *worker) run(hb *harfbuzz.Font, k *shapeKey) (out []rawGlyph, ok bool) {
	defer func() {
		if recover() != nil {
			// Malformed tables made the shaper panic: drop its state.
			w.buf = harfbuzz.NewBuffer()
			w.fonts[k.face] = nil
			out, ok = nil, false
		}
	}()
	b := w.buf
	b.Clear()
	b.Props = harfbuzz.SegmentProperties{Script: k.script, Language: language.NewLanguage(k.lang), Direction: harfbuzz.LeftToRight}
	if k.rtl {
		b.Props.Direction = harfbuzz.RightToLeft
	}
	b.Flags = harfbuzz.RemoveDefaultIgnorables
	b.ClusterLevel = harfbuzz.MonotoneGraphemes
	b.AddRunes(w.runes, 0, len(w.runes))
	b.Shape(hb, decodeFeatures(k.features))
	out = make([]rawGlyph, 0, len(b.Info))
	for i, g := range b.Info {
		if g.Cluster < 0 || g.Cluster >= len(w.at) {
			return nil, false
		}
		p := b.Pos[i]
		r := w.runes[g.Cluster]
		if uint32(g.Glyph) >= uint32(k.face.GlyphCount()) {
			if font.Ignorable(r) {
				continue
			}
			g.Glyph = 0
		}
		out = append(out, rawGlyph{
			id: font.GlyphID(g.Glyph), cluster: w.at[g.Cluster],
			advance: clampAdvance(p.XAdvance), dx: clampAdvance(p.XOffset), dy: clampAdvance(p.YOffset),
			unsafe: g.Mask&harfbuzz.GlyphUnsafeToBreak != 0,
		})
	}
	return out, true
}

// clampAdvance limits an untrusted font's advance to 64 em.
func clampAdvance(v int32) int32 { return min(max(v, -1<<20), 1<<20) }

// plain maps characters to glyphs one by one, for fonts with malformed layout tables.
func (w *worker) plain(k *shapeKey) []rawGlyph {
	out := make([]rawGlyph, 0, len(w.runes))
	for i, r := range w.runes {
		if font.Ignorable(r) {
			continue
		}
		g, _ := k.face.Glyph(r)
		out = append(out, rawGlyph{id: g, cluster: w.at[i], advance: clampAdvance(k.face.Advance(g))})
	}
	if k.rtl {
		for a, z := 0, len(out)-1; a < z; a, z = a+1, z-1 {
			out[a], out[z] = out[z], out[a]
		}
	}
	return out
}

// encodeFeatures encodes features as a comparable string.
func encodeFeatures(list []Feature) string {
	if len(list) == 0 {
		return ""
	}
	b := make([]byte, 0, 8*len(list))
	for _, f := range list {
		if len(f.Tag) != 4 {
			continue
		}
		b = append(b, f.Tag...)
		b = append(b, byte(f.Value>>24), byte(f.Value>>16), byte(f.Value>>8), byte(f.Value))
	}
	return string(b)
}

func decodeFeatures(s string) []harfbuzz.Feature {
	if s == "" {
		return nil
	}
	list := make([]harfbuzz.Feature, 0, len(s)/8)
	for ; len(s) >= 8; s = s[8:] {
		v := uint32(s[4])<<24 | uint32(s[5])<<16 | uint32(s[6])<<8 | uint32(s[7])
		list = append(list, harfbuzz.Feature{Tag: opentype.MustNewTag(s[:4]), Value: v, Start: harfbuzz.FeatureGlobalStart, End: harfbuzz.FeatureGlobalEnd})
	}
	return list
}
