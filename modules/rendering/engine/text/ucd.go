package text

import _ "embed"

// ucdTable is a two-stage table of property words: 8704 block numbers (r >> 7),
// then blocks of 128 words, all little-endian uint16 (Unicode 15.0).
//
//go:embed ucd.bin
var ucdTable string

// props is a character's property word: line break class (6 bits), grapheme
// break class (4 bits), then the flags below.
type props uint16

const (
	propPictographic props = 1 << 10 // Extended_Pictographic
	propWide         props = 1 << 11 // East_Asian_Width F, W or H
	propMark         props = 1 << 12 // general category Mn or Mc
	propInitialQuote props = 1 << 13 // Pi
	propFinalQuote   props = 1 << 14 // Pf
	propUnassigned   props = 1 << 15 // Cn
)

const ucdBlocksStart = 2 * (0x110000 >> 7)

// propsOf returns a character's properties.
func propsOf(r rune) props {
	if uint32(r) >= 0x110000 {
		return 0
	}
	i := int(r>>7) * 2
	block := int(ucdTable[i]) | int(ucdTable[i+1])<<8
	j := ucdBlocksStart + (block<<7+int(r&127))*2
	return props(ucdTable[j]) | props(ucdTable[j+1])<<8
}

func (p props) line() lineClass         { return lineClass(p & 63) }
func (p props) grapheme() graphemeClass { return graphemeClass(p >> 6 & 15) }

// lineClass is a Line_Break class (UAX #14 table 1).
type lineClass uint8

const (
	lbXX lineClass = iota
	lbAI
	lbAL
	lbB2
	lbBA
	lbBB
	lbBK
	lbCB
	lbCJ
	lbCL
	lbCM
	lbCP
	lbCR
	lbEB
	lbEM
	lbEX
	lbGL
	lbH2
	lbH3
	lbHL
	lbHY
	lbID
	lbIN
	lbIS
	lbJL
	lbJT
	lbJV
	lbLF
	lbNL
	lbNS
	lbNU
	lbOP
	lbPO
	lbPR
	lbQU
	lbRI
	lbSA
	lbSG
	lbSP
	lbSY
	lbWJ
	lbZW
	lbZWJ
)

// graphemeClass is a Grapheme_Cluster_Break class (UAX #29 table 2).
type graphemeClass uint8

const (
	gbOther graphemeClass = iota
	gbCR
	gbLF
	gbControl
	gbExtend
	gbZWJ
	gbRegional
	gbPrepend
	gbSpacingMark
	gbL
	gbV
	gbT
	gbLV
	gbLVT
)
