package widget

import (
	"fmt"
	"strings"
)

// barSymbol is an encoded bar code: the widths of bars and spaces in modules, beginning with a bar. Guards are the
// modules whose bars extend down beside the text (EAN and UPC); parts are the texts below and the modules that they are
// centred under.
type barSymbol struct {
	widths []int
	quiet  [2]int // light modules at the left and right
	guards [][2]int
	parts  []barText
}

// barText is human-readable text centred under the modules [from, to).
type barText struct {
	text     string
	from, to int
}

func (b *barSymbol) modules() int {
	n := 0
	for _, w := range b.widths {
		n += w
	}
	return n
}

// maxBarcode bounds the length of a bar code in characters.
const maxBarcode = 80

// encodeBarcode encodes a value as code128, ean13, ean8, upca, code39 or itf.
func encodeBarcode(format, value string) (*barSymbol, error) {
	if value == "" {
		return nil, fmt.Errorf("it is empty")
	}
	if len(value) > maxBarcode {
		return nil, fmt.Errorf("it has %d characters, at most %d", len(value), maxBarcode)
	}
	switch format {
	case "ean13":
		return encodeEAN13(value, false)
	case "upca":
		return encodeEAN13(value, true)
	case "ean8":
		return encodeEAN8(value)
	case "code39":
		return encodeCode39(value)
	case "itf":
		return encodeITF(value)
	}
	return encodeCode128(value)
}

// code128Widths holds the characters 0…105 and the stop pattern (ISO/IEC 15417, table 1).
const code128Widths = "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 " +
	"223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 " +
	"112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 " +
	"311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 " +
	"122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 " +
	"214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112"

// encodeCode128 uses code set C for runs of digits, A for control characters and B for the rest (ISO/IEC 15417, annex
// E).
func encodeCode128(value string) (*barSymbol, error) {
	for i := range len(value) {
		if value[i] > 127 {
			return nil, fmt.Errorf("code128 holds ASCII only")
		}
	}
	var codes []int
	set := byte(0)
	enter := func(want byte) {
		if set == want {
			return
		}
		start := map[byte]int{'A': 103, 'B': 104, 'C': 105}
		change := map[byte]int{'A': 101, 'B': 100, 'C': 99}
		if set == 0 {
			codes = append(codes, start[want])
		} else {
			codes = append(codes, change[want])
		}
		set = want
	}
	for i := 0; i < len(value); {
		n := digitRun(value[i:])
		atEdge := i == 0 || i+n == len(value)
		if n >= 6 || n >= 4 && atEdge || n == 2 && n == len(value) {
			if n%2 == 1 {
				if i == 0 {
					// An odd run at the start encodes its last digit in set B.
					n--
				} else {
					enter(codeSet(value[i:], set))
					codes = append(codes, int(value[i]-' '))
					i, n = i+1, n-1
				}
			}
			enter('C')
			for end := i + n; i < end; i += 2 {
				codes = append(codes, int(value[i]-'0')*10+int(value[i+1]-'0'))
			}
			continue
		}
		enter(codeSet(value[i:], set))
		c := int(value[i])
		if c < ' ' {
			codes = append(codes, c+64)
		} else {
			codes = append(codes, c-' ')
		}
		i++
	}
	sum := codes[0]
	for i, c := range codes[1:] {
		sum += (i + 1) * c
	}
	codes = append(codes, sum%103, 106)
	table := strings.Fields(code128Widths)
	b := &barSymbol{quiet: [2]int{10, 10}}
	for _, c := range codes {
		for _, w := range table[c] {
			b.widths = append(b.widths, int(w-'0'))
		}
	}
	b.parts = []barText{{strings.Map(printable, value), 0, b.modules()}}
	return b, nil
}

func printable(r rune) rune {
	if r < ' ' || r == 127 {
		return ' '
	}
	return r
}

func digitRun(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// codeSet chooses code set A or B by the first character that requires one: only A has controls, only B has small
// letters.
func codeSet(rest string, set byte) byte {
	for i := range len(rest) {
		if rest[i] < ' ' {
			return 'A'
		}
		if rest[i] >= 0x60 {
			return 'B'
		}
	}
	if set == 'A' {
		return 'A'
	}
	return 'B'
}

// eanDigits holds the set A patterns of the ten digits as widths, space first; eanParity holds, by the first digit, the
// number sets of the left digits (ISO/IEC 15420, tables 1 to 3).
var (
	eanDigits = [10]string{"3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112"}
	eanParity = [10]string{"AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB", "ABBAAB", "ABBBAA", "ABABAB", "ABABBA", "ABBABA"}
)

// withCheck appends or verifies the GS1 check digit of an n-digit number.
func withCheck(value, format string, n int) (string, error) {
	if digitRun(value) != len(value) || len(value) != n && len(value) != n-1 {
		return "", fmt.Errorf("%s takes %d digits, or %d with the check digit", format, n-1, n)
	}
	sum := 0
	for i := range n - 1 {
		weight := 1
		if (n-1-i)%2 == 1 {
			weight = 3
		}
		sum += weight * int(value[i]-'0')
	}
	check := string(rune('0' + (10-sum%10)%10))
	if len(value) == n-1 {
		return value + check, nil
	}
	if value[n-1:] != check {
		return "", fmt.Errorf("its check digit is %s and should be %s", value[n-1:], check)
	}
	return value, nil
}

func (b *barSymbol) add(widths string, backwards bool) {
	for i := range len(widths) {
		k := i
		if backwards {
			k = len(widths) - 1 - i
		}
		b.widths = append(b.widths, int(widths[k]-'0'))
	}
}

// encodeEAN13 encodes an EAN-13, or a UPC-A, which is an EAN-13 that begins with 0.
func encodeEAN13(value string, upc bool) (*barSymbol, error) {
	var err error
	if upc {
		if value, err = withCheck(value, "upca", 12); err != nil {
			return nil, err
		}
		value = "0" + value
	} else if value, err = withCheck(value, "ean13", 13); err != nil {
		return nil, err
	}
	b := &barSymbol{quiet: [2]int{11, 7}}
	b.add("111", false)
	parity := eanParity[value[0]-'0']
	for i := range 6 {
		// Set B is set C reversed, and set C is set A with bars and spaces exchanged.
		b.add(eanDigits[value[1+i]-'0'], parity[i] == 'B')
	}
	b.add("11111", false)
	for i := range 6 {
		b.add(eanDigits[value[7+i]-'0'], false)
	}
	b.add("111", false)
	b.guards = [][2]int{{0, 3}, {45, 50}, {92, 95}}
	b.parts = []barText{{value[:1], -11, -2}, {value[1:7], 3, 45}, {value[7:], 50, 92}}
	if upc {
		b.quiet = [2]int{9, 9}
		b.guards = [][2]int{{0, 10}, {45, 50}, {85, 95}}
		b.parts = []barText{{value[1:2], -9, -2}, {value[2:7], 10, 45}, {value[7:12], 50, 85}, {value[12:], 97, 104}}
	}
	return b, nil
}

func encodeEAN8(value string) (*barSymbol, error) {
	value, err := withCheck(value, "ean8", 8)
	if err != nil {
		return nil, err
	}
	b := &barSymbol{quiet: [2]int{7, 7}}
	b.add("111", false)
	for i := range 4 {
		b.add(eanDigits[value[i]-'0'], false)
	}
	b.add("11111", false)
	for i := range 4 {
		b.add(eanDigits[value[4+i]-'0'], false)
	}
	b.add("111", false)
	b.guards = [][2]int{{0, 3}, {31, 36}, {64, 67}}
	b.parts = []barText{{value[:4], 3, 31}, {value[4:], 36, 64}}
	return b, nil
}

// The characters of code 39 with their wide elements (ISO/IEC 16388, table 1); the asterisk, which starts and stops a
// symbol, is last.
const (
	code39Characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%*"
	code39Wide       = "000110100 100100001 001100001 101100000 000110001 100110000 001110000 000100101 100100100 001100100 " +
		"100001001 001001001 101001000 000011001 100011000 001011000 000001101 100001100 001001100 000011100 " +
		"100000011 001000011 101000010 000010011 100010010 001010010 000000111 100000110 001000110 000010110 " +
		"110000001 011000001 111000000 010010001 110010000 011010000 010000101 110000100 011000100 010101000 " +
		"010100010 010001010 000101010 010010100"
)

func encodeCode39(value string) (*barSymbol, error) {
	value = strings.ToUpper(value)
	table := strings.Fields(code39Wide)
	b := &barSymbol{quiet: [2]int{10, 10}}
	for i, r := range "*" + value + "*" {
		k := strings.IndexRune(code39Characters, r)
		if k < 0 || r == '*' && i != 0 && i != len(value)+1 {
			return nil, fmt.Errorf("code39 holds digits, letters and - . $ / + %% and spaces only")
		}
		if i > 0 {
			b.widths = append(b.widths, 1)
		}
		b.wide(table[k])
	}
	b.parts = []barText{{value, 0, b.modules()}}
	return b, nil
}

// wide appends elements of three modules for a 1 and of one module for a 0.
func (b *barSymbol) wide(wide string) {
	for _, w := range wide {
		b.widths = append(b.widths, 1+2*int(w-'0'))
	}
}

// itfWide holds the wide elements of the digits of interleaved 2 of 5 (ISO/IEC 16390).
var itfWide = [10]string{"00110", "10001", "01001", "11000", "00101", "10100", "01100", "00011", "10010", "01010"}

// encodeITF encodes an even number of digits; an odd number gets a leading zero, and 13 digits get the check digit of
// ITF-14.
func encodeITF(value string) (*barSymbol, error) {
	if digitRun(value) != len(value) {
		return nil, fmt.Errorf("itf holds digits only")
	}
	if n := len(value); n == 13 || n == 14 {
		var err error
		if value, err = withCheck(value, "itf (ITF-14)", 14); err != nil {
			return nil, err
		}
	} else if n%2 == 1 {
		value = "0" + value
	}
	b := &barSymbol{quiet: [2]int{10, 10}}
	b.wide("0000")
	for i := 0; i < len(value); i += 2 {
		bars, spaces := itfWide[value[i]-'0'], itfWide[value[i+1]-'0']
		for k := range 5 {
			b.wide(bars[k:k+1] + spaces[k:k+1])
		}
	}
	b.wide("100")
	b.parts = []barText{{value, 0, b.modules()}}
	return b, nil
}
