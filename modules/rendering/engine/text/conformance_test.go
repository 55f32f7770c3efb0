package text

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-text/typesetting/language"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// testLines returns the lines of a testdata file without comments.
func testLines(t *testing.T, name string) []string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for line := range strings.SplitSeq(string(b), "\n") {
		if line != "" && !strings.HasPrefix(line, "# ") {
			out = append(out, line)
		}
	}
	return out
}

// parseBreakTest parses a line of the Unicode break tests.
func parseBreakTest(line string) (text string, breaks []int) {
	var b strings.Builder
	for _, w := range strings.Fields(line) {
		switch w {
		case "÷":
			breaks = append(breaks, b.Len())
		case "×":
		default:
			v, _ := strconv.ParseUint(w, 16, 32)
			b.WriteRune(rune(v))
		}
	}
	return b.String(), breaks
}

func TestGraphemeClustersOfUnicode(t *testing.T) {
	t.Parallel()
	for _, line := range testLines(t, "grapheme-break.txt") {
		text, want := parseBreakTest(line)
		var got []int
		for _, s := range clusterStarts(text) {
			got = append(got, int(s))
		}
		if got = append(got, len(text)); !slices.Equal(got, want) {
			t.Errorf("%s: got %v", line, got)
		}
	}
}

// TestLineBreaksOfUnicode runs the test cases in which Chromium agrees with UAX #14: without spaces (it breaks after
// all of them), without two consecutive ASCII characters (it uses a table) and without small kana, which the test
// treats as strict; and, for revisions 51 to 53, without changed rules.
func TestLineBreaksOfUnicode(t *testing.T) {
	t.Parallel()
	run := 0
	for _, line := range testLines(t, "line-break.txt") {
		text, want := parseBreakTest(line)
		if differsFromUnicode(text) {
			continue
		}
		run++
		var st lineState
		var got []int
		for i, r := range text {
			if st.next(r, runeAt(text, i+len(string(r))), propsOf(r), &lineRules{mode: LineBreakStrict}) != breakNone {
				got = append(got, i)
			}
		}
		if got = append(got, len(text)); !slices.Equal(got, want) {
			t.Errorf("%s: got %v", line, got)
		}
	}
	if run < 500 {
		t.Errorf("only %d cases were run", run)
	}
}

func differsFromUnicode(text string) bool {
	var last rune
	for _, r := range text {
		c := propsOf(r).line()
		if r == ' ' || inASCIITable(last) && inASCIITable(r) || c == lbQU || c == lbHL || c == lbHY || c == lbBA && isHyphen(r) || c == lbIS {
			return true
		}
		last = r
	}
	return false
}

func TestBidiLevelsOfUnicode(t *testing.T) {
	t.Parallel()
	for _, line := range testLines(t, "bidi.txt") {
		f := strings.Split(line, ";")
		var runes []rune
		for h := range strings.FieldsSeq(f[0]) {
			v, _ := strconv.ParseUint(h, 16, 32)
			runes = append(runes, rune(v))
		}
		base := LTR
		if f[1] == "1" {
			base = RTL
		}
		levels, got := bidiLevels(runes, base, f[1] == "2")
		if fmt.Sprint(int(got)) != f[2] {
			t.Errorf("%s: got base %d", line, got)
		}
		want := strings.Fields(f[3])
		trailing := true
		for i := len(runes) - 1; i >= 0; i-- {
			// Rule L1 is applied when lines are broken.
			tab := runes[i] == '\t' || runes[i] == 0x1F
			trailing = tab || trailing && (isBidiSpace(runes[i]) || want[i] == "x" || runes[i] == '\f')
			if want[i] != "x" && !trailing && want[i] != fmt.Sprint(levels[i]) {
				t.Errorf("%s: got %v", line, levels)
				break
			}
		}
	}
}

func TestLineBreaksOfChromium(t *testing.T) {
	t.Parallel()
	modes := map[string]LineBreak{"auto": LineBreakAuto, "loose": LineBreakLoose, "normal": LineBreakNormal, "strict": LineBreakStrict}
	words := map[string]WordBreak{"normal": BreakNormal, "break-all": BreakAll, "keep-all": KeepAll}
	bad, all := 0, 0
	for _, line := range testLines(t, "chromium-breaks.txt") {
		f := strings.Split(line, "\t")
		var want string
		if err := json.Unmarshal([]byte(f[3]), &want); err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(want, "|", "")
		style := plainStyle(16)
		style.Lang = f[0]
		s := NewEngine().Shape(&Paragraph{Text: text, Spans: []Span{{End: len(text), Style: style, LineBreak: modes[f[1]], WordBreak: words[f[2]], ManualHyphen: true}}}, font.Bundled())
		got := markBreaks(s)
		all++
		if got != want {
			bad++
			t.Logf("%s %s %s: got %q, want %q", f[0], f[1], f[2], got, want)
		}
	}
	if bad*1000 > all*8 {
		t.Errorf("%d of %d differ", bad, all)
	}
}

// markBreaks returns the text with | at break opportunities.
func markBreaks(s *Shaped) string {
	var b strings.Builder
	last := 0
	for _, brk := range s.Breaks() {
		b.WriteString(s.Text()[last:brk.Pos])
		b.WriteByte('|')
		last = brk.Pos
	}
	b.WriteString(s.Text()[last:])
	return b.String()
}

func TestGlyphsOfHarfBuzz(t *testing.T) {
	t.Parallel()
	e, fonts := NewEngine(), font.Bundled()
	for _, line := range testLines(t, "shaping.txt") {
		f := strings.Split(line, "\t")
		script, err := language.ParseScript(f[1])
		if err != nil {
			t.Fatal(err)
		}
		face := fonts.Primary(&font.Query{Families: []string{f[0]}}).Face
		if face.Glyph('a'); face == nil {
			t.Fatal(f[0])
		}
		key := shapeKey{face: face, script: script, rtl: f[2] == "rtl", lang: f[3], text: f[4]}
		index, n := map[int32]int{}, 0
		for i := range f[4] {
			index[int32(i)] = n
			n++
		}
		var glyphs []string
		for _, g := range e.shapeCached(nil, &key) {
			offset := ""
			if g.dx != 0 || g.dy != 0 {
				offset = fmt.Sprintf("@%d,%d", g.dx, g.dy)
			}
			glyphs = append(glyphs, fmt.Sprintf("%d=%d%s+%d", g.id, index[g.cluster], offset, g.advance))
		}
		if got := "[" + strings.Join(glyphs, "|") + "]"; got != f[5] {
			t.Errorf("%s %s %q:\n got %s\nwant %s", f[0], f[3], f[4], got, f[5])
		}
	}
}
