package engine_test

import (
	"encoding/base64"
	"encoding/binary"
	"regexp"
	"sort"
	"testing"
)

// The goldens of colour palettes and alternate glyphs embed a font of rectangles that this file builds. Its characters:
// A, a colour glyph of three layers with palette entries 0 to 2 and one in the text's colour, and x, which every
// feature of alternateFeatures replaces with one of the glyphs of alternates.

// palettes are the colour palettes of the font: red, green, blue and alpha of three entries. The second is for light
// backgrounds, the third for dark ones.
var palettes = [][3][4]byte{
	{{0xD0, 0x30, 0x30, 255}, {0xF0, 0xC0, 0x30, 255}, {0x30, 0x60, 0xC0, 255}},
	{{0x40, 0x20, 0x60, 255}, {0x20, 0x70, 0x40, 255}, {0x90, 0x40, 0x10, 255}},
	{{0xF0, 0xE0, 0x90, 255}, {0xA0, 0xF0, 0xF0, 255}, {0xFF, 0xA0, 0xD0, 128}},
	{{0x00, 0x90, 0x90, 255}, {0x90, 0x00, 0x90, 255}, {0x90, 0x90, 0x00, 255}},
}

const lightPalette, darkPalette = 1, 2

// alternateFeatures maps the font's features to the number of the alternate that the value 1 selects; higher values
// select the next ones.
var alternateFeatures = map[string]int{"cv01": 0, "cv02": 1, "hist": 4, "nalt": 3, "ornm": 2, "salt": 1, "ss01": 0, "ss02": 5, "swsh": 4}

// alternates is the number of alternate glyphs of x.
const alternates = 6

type sfntBytes []byte

func (b *sfntBytes) u16(list ...int) {
	for _, v := range list {
		*b = binary.BigEndian.AppendUint16(*b, uint16(v))
	}
}

func (b *sfntBytes) u32(list ...int) {
	for _, v := range list {
		*b = binary.BigEndian.AppendUint32(*b, uint32(v))
	}
}

// rectangle returns a glyph of one contour.
func rectangle(x0, y0, x1, y1 int) sfntBytes {
	var b sfntBytes
	b.u16(1, x0, y0, x1, y1, 3, 0)
	b = append(b, 1, 1, 1, 1)
	b.u16(x0, 0, x1-x0, 0, y0, y1-y0, 0, y0-y1)
	return b
}

// buildGoldenFont returns the font.
func buildGoldenFont() []byte {
	const (
		glyphA, firstLayer, glyphX, firstAlternate = 2, 3, 7, 8
		count                                      = firstAlternate + alternates
	)
	glyphs := make([]sfntBytes, count)
	glyphs[0] = rectangle(100, 0, 500, 700)
	glyphs[glyphA] = rectangle(50, 0, 950, 800)
	glyphs[firstLayer] = rectangle(50, 0, 950, 800)
	glyphs[firstLayer+1] = rectangle(150, 100, 600, 700)
	glyphs[firstLayer+2] = rectangle(450, 300, 850, 600)
	glyphs[firstLayer+3] = rectangle(250, 200, 350, 300)
	glyphs[glyphX] = rectangle(100, 0, 900, 200)
	for i := range alternates {
		glyphs[firstAlternate+i] = rectangle(100+100*i, 100*i, 600, 300+100*i)
		if i == 5 {
			glyphs[firstAlternate+i] = rectangle(400, 0, 600, 800)
		}
	}
	var glyf, loca, hmtx sfntBytes
	for _, g := range glyphs {
		loca.u32(len(glyf))
		glyf = append(glyf, g...)
		hmtx.u16(1000, 0)
	}
	loca.u32(len(glyf))

	var head, hhea, maxp, os2, post, cmap, name sfntBytes
	head.u32(0x10000, 0x10000, 0, 0x5F0F3CF5)
	head.u16(0, 1000)
	head.u32(0, 0, 0, 0)
	head.u16(0, 0, 1000, 800, 0, 8, 2, 1, 0)
	hhea.u32(0x10000)
	hhea.u16(800, -200, 0, 1000, 0, 0, 1000, 1, 0, 0, 0, 0, 0, 0, 0, count)
	maxp.u32(0x10000)
	maxp.u16(count, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)
	os2.u16(4, 1000, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 250, 0, 0, 0, 0, 0, 0)
	os2.u32(1, 0, 0, 0, 0x20202020)
	os2.u16(0x40, 0x20, 0x78, 800, -200, 0, 800, 200)
	os2.u32(1, 0)
	os2.u16(500, 800, 0, 0x20, 1)
	post.u32(0x30000, 0)
	post.u16(-75, 50)
	post.u32(0, 0, 0, 0, 0)
	cmap.u16(0, 1, 3, 1)
	cmap.u32(12)
	cmap.u16(4, 16+8*4, 0, 8, 8, 2, 0)
	cmap.u16(' ', 'A', 'x', 0xFFFF, 0, ' ', 'A', 'x', 0xFFFF, 1-' ', glyphA-'A', glyphX-'x', 1, 0, 0, 0, 0)
	name.u16(0, 0, 6)

	var colr, cpal sfntBytes
	colr.u16(0, 1)
	colr.u32(14, 20)
	colr.u16(4, glyphA, 0, 4, firstLayer, 0, firstLayer+1, 1, firstLayer+2, 2, firstLayer+3, 0xFFFF)
	cpal.u16(1, 3, len(palettes), 3*len(palettes))
	records := 12 + 2*len(palettes) + 12
	cpal.u32(records)
	for i := range palettes {
		cpal.u16(3 * i)
	}
	cpal.u32(records+12*len(palettes), 0, 0)
	for _, p := range palettes {
		for _, c := range p {
			cpal = append(cpal, c[2], c[1], c[0], c[3])
		}
	}
	for i := range palettes {
		cpal.u32(map[int]int{lightPalette: 1, darkPalette: 2}[i])
	}
	tables := map[string]sfntBytes{"OS/2": os2, "cmap": cmap, "glyf": glyf, "head": head, "hhea": hhea, "hmtx": hmtx, "loca": loca, "maxp": maxp,
		"name": name, "post": post, "COLR": colr, "CPAL": cpal, "GSUB": substitutions(glyphX, firstAlternate)}
	return assemble(tables)
}

// substitutions returns the GSUB table: an alternate substitution of the glyph for each feature.
func substitutions(glyph, first int) sfntBytes {
	var tags []string
	for tag := range alternateFeatures {
		tags = append(tags, tag)
	}
	sort.Strings(tags)
	n := len(tags)
	var gsub, features, lookups sfntBytes
	features.u16(n)
	lookups.u16(n)
	const lookupSize = 8 + 8 + 6 + 2 + 2*alternates
	for i, tag := range tags {
		features = append(features, tag...)
		features.u16(2 + 6*n + 6*i)
		lookups.u16(2 + 2*n + lookupSize*i)
	}
	for i, tag := range tags {
		features.u16(0, 1, i)
		lookups.u16(3, 0, 1, 8)                            // one alternate substitution
		lookups.u16(1, 8+2+2*alternates, 1, 8, alternates) // its coverage and its set
		for k := range alternates {
			lookups.u16(first + (alternateFeatures[tag]+k)%alternates)
		}
		lookups.u16(1, 1, glyph)
	}
	const scripts = 10
	scriptList := 2 + 6 + 4 + 6 + 2*n
	gsub.u32(0x10000)
	gsub.u16(scripts, scripts+scriptList, scripts+scriptList+len(features), 1)
	gsub = append(gsub, "DFLT"...)
	gsub.u16(8, 4, 0, 0, 0xFFFF, n)
	for i := range n {
		gsub.u16(i)
	}
	return append(append(gsub, features...), lookups...)
}

// assemble returns a font file with the tables.
func assemble(tables map[string]sfntBytes) []byte {
	var names []string
	for tag := range tables {
		names = append(names, tag)
	}
	sort.Strings(names)
	var dir, body sfntBytes
	dir.u32(0x10000)
	dir.u16(len(names), 128, 3, 16*len(names)-128)
	start := 12 + 16*len(names)
	for _, tag := range names {
		t := tables[tag]
		padded := append(append(sfntBytes{}, t...), make([]byte, (4-len(t)%4)%4)...)
		sum := uint32(0)
		for i := 0; i < len(padded); i += 4 {
			sum += binary.BigEndian.Uint32(padded[i:])
		}
		dir = append(dir, tag...)
		dir.u32(int(sum), start+len(body), len(t))
		body = append(body, padded...)
	}
	return append(dir, body...)
}

// fontURL is the address under which a golden embeds the font.
var fontURL = regexp.MustCompile(`data:font/ttf;base64,[A-Za-z0-9+/=]*`)

// TestGoldenFont checks that the goldens that use the font embed what buildGoldenFont returns.
func TestGoldenFont(t *testing.T) {
	t.Parallel()
	want := "data:font/ttf;base64," + base64.StdEncoding.EncodeToString(buildGoldenFont())
	for _, name := range []string{"font-palette", "font-alternates"} {
		if got := fontURL.FindString(string(read(t, goldenNamed(t, name).html))); got != want {
			t.Errorf("%s does not embed the font; it is\n%s", name, want)
		}
	}
}
