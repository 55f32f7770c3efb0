package widget

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

// TestReedSolomonExample checks the worked example of ISO/IEC 18004, annex I: the data codewords of "01234567" in a
// symbol 1-M and their error correction.
func TestReedSolomonExample(t *testing.T) {
	t.Parallel()
	var b bitWriter
	for _, s := range segments("01234567", 1) {
		s.write(&b, 1)
	}
	b.write(0, 4)
	b.write(0, (8-b.n%8)%8)
	for pad := 0xEC; len(b.bytes) < 16; pad ^= 0xEC ^ 0x11 {
		b.write(pad, 8)
	}
	wantData := []byte{0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11}
	if !bytes.Equal(b.bytes, wantData) {
		t.Fatalf("got the data %x, want %x", b.bytes, wantData)
	}
	got, want := rsRemainder(b.bytes, rsGenerator(10)), []byte{0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55}
	if !bytes.Equal(got, want) {
		t.Errorf("got the correction %x, want %x", got, want)
	}
}

// TestFormatAndVersionBits checks the examples of ISO/IEC 18004, annexes C and D.
func TestFormatAndVersionBits(t *testing.T) {
	t.Parallel()
	if got := (0b00101<<10 | remainder(0b00101, 10, 0x537)) ^ 0x5412; got != 0b100000011001110 {
		t.Errorf("got the format %015b, want 100000011001110", got)
	}
	if got := 7<<12 | remainder(7, 12, 0x1F25); got != 0b000111110010010100 {
		t.Errorf("got the version %018b, want 000111110010010100", got)
	}
}

// TestQRCapacity compares the capacities with table 7 of ISO/IEC 18004.
func TestQRCapacity(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text    string
		count   int
		level   qrLevel
		version int
	}{
		{"1", 41, qrLow, 1}, {"1", 42, qrLow, 2}, {"A", 25, qrLow, 1}, {"a", 17, qrLow, 1}, {"a", 18, qrLow, 2},
		{"a", 14, qrMedium, 1}, {"a", 7, qrHigh, 1}, {"a", 271, qrLow, 10}, {"1", 7089, qrLow, 40}, {"a", 2953, qrLow, 40}, {"a", 1273, qrHigh, 40},
		{"A", 4296, qrLow, 40}, {"a", 2331, qrMedium, 40}, {"a", 154, qrLow, 7}, {"a", 1465, qrLow, 27},
	} {
		q, err := encodeQR(strings.Repeat(c.text, c.count), c.level)
		if err != nil {
			t.Fatal(err)
		}
		if q.version != c.version || q.size != 17+4*c.version {
			t.Errorf("%d × %q at level %d: got version %d, want %d", c.count, c.text, c.level, q.version, c.version)
		}
	}
	if _, err := encodeQR(strings.Repeat("a", 2954), qrLow); err == nil {
		t.Error("2954 bytes fit, want an error")
	}
}

func TestAlignmentPositions(t *testing.T) {
	t.Parallel()
	for version, want := range map[int][]int{
		2: {6, 18}, 7: {6, 22, 38}, 14: {6, 26, 46, 66}, 22: {6, 26, 50, 74, 98}, 32: {6, 34, 60, 86, 112, 138}, 36: {6, 24, 50, 76, 102, 128, 154},
		39: {6, 26, 54, 82, 110, 138, 166}, 40: {6, 30, 58, 86, 114, 142, 170},
	} {
		got := alignment(version)
		if len(got) != len(want) {
			t.Errorf("version %d: got %v, want %v", version, got, want)
			continue
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("version %d: got %v, want %v", version, got, want)
				break
			}
		}
	}
}

func TestSegmentsSwitchModes(t *testing.T) {
	t.Parallel()
	got := segments("ABCDEFGHIJ0123456789012345678901234567890abcdefgh", 1)
	if len(got) != 3 || got[0].mode != qrAlphanumeric || got[1].mode != qrNumeric || got[2].mode != qrByte {
		t.Errorf("got %v, want letters, digits, bytes", got)
	}
	joined := ""
	for _, s := range got {
		joined += s.data
	}
	if joined != "ABCDEFGHIJ0123456789012345678901234567890abcdefgh" {
		t.Errorf("the segments contain %q", joined)
	}
}

func TestCode128Table(t *testing.T) {
	t.Parallel()
	table := strings.Fields(code128Widths)
	if len(table) != 107 {
		t.Fatalf("got %d characters, want 107", len(table))
	}
	seen := map[string]bool{}
	for i, p := range table[:106] {
		sum, bars := 0, 0
		for k, w := range p {
			sum += int(w - '0')
			if k%2 == 0 {
				bars += int(w - '0')
			}
		}
		if len(p) != 6 || sum != 11 || bars%2 != 0 || seen[p] {
			t.Errorf("character %d is %s: want six different widths of 11 modules and even bars", i, p)
		}
		seen[p] = true
	}
}

func TestCode39Table(t *testing.T) {
	t.Parallel()
	table := strings.Fields(code39Wide)
	if len(table) != len(code39Characters) {
		t.Fatalf("got %d patterns for %d characters", len(table), len(code39Characters))
	}
	seen := map[string]bool{}
	for i, p := range table {
		if len(p) != 9 || strings.Count(p, "1") != 3 || seen[p] {
			t.Errorf("%c is %s: want three of nine wide", code39Characters[i], p)
		}
		seen[p] = true
	}
}

func TestBarcodeLengths(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		format, value string
		modules       int
		text          string
	}{
		{"ean13", "400638133393", 95, "4|006381|333931"}, {"ean13", "4006381333931", 95, "4|006381|333931"},
		{"upca", "03600029145", 95, "0|36000|29145|2"}, {"ean8", "9638507", 67, "9638|5074"},
		{"itf", "1540014128876", 4 + 7*18 + 5, "15400141288763"}, {"code39", "hello", 7*15 + 6, "HELLO"},
		// Start C, three pairs, check, stop; start B, letters, check, stop.
		{"code128", "123456", 11*5 + 13, "123456"}, {"code128", "Abc", 11*5 + 13, "Abc"},
		// Start B, A, b, to C, three pairs, check, stop.
		{"code128", "Ab123456", 11*8 + 13, "Ab123456"},
		// Start B, A, 1 (an odd run), to C, two pairs, check, stop.
		{"code128", "A12345", 11*7 + 13, "A12345"},
	} {
		b, err := encodeBarcode(c.format, c.value)
		if err != nil {
			t.Errorf("%s %s: %v", c.format, c.value, err)
			continue
		}
		var parts []string
		for _, p := range b.parts {
			parts = append(parts, p.text)
		}
		if got := strings.Join(parts, "|"); b.modules() != c.modules || got != c.text {
			t.Errorf("%s %s: got %d modules and %s, want %d and %s", c.format, c.value, b.modules(), got, c.modules, c.text)
		}
	}
}

func TestNiceScale(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lo, hi     float64
		n          int
		wantHi     float64
		ticks      int
		last, step float64
	}{
		{0, 32, 4, 40, 5, 40, 10}, {0, 8800, 5, 10000, 6, 10000, 2000}, {-6, 8, 4, 10, 5, 10, 5}, {0, 0.07, 4, 0.08, 5, 0.08, 0.02}, {0, 0, 4, 1, 3, 1, 0.5},
	} {
		s := niceScale(c.lo, c.hi, c.n, false, false)
		ticks := s.ticks()
		if len(ticks) != c.ticks || math.Abs(s.hi-c.last) > 1e-9 || math.Abs(s.step-c.step) > 1e-9 {
			t.Errorf("[%v, %v]: got %v by %v, want %d ticks to %v by %v", c.lo, c.hi, ticks, s.step, c.ticks, c.last, c.step)
		}
	}
}

func TestEveryIconIsAPath(t *testing.T) {
	t.Parallel()
	if len(lucide()) < 2000 {
		t.Fatalf("the pack contains %d icons, want more than 2000", len(lucide()))
	}
	for name := range lucide() {
		if d, ok := iconPath(name); !ok || !strings.HasPrefix(d, "M") {
			t.Errorf("%s has the path data %.20q", name, d)
		}
	}
}
