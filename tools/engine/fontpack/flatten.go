package main

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// glyphsPerChunk is how many glyphs are compressed together: a text touches few
// chunks, and larger ones pack little better.
const glyphsPerChunk = 128

// flattenCFF rewrites every charstring of a CFF table without subroutines, hints
// and widths, so that each stands alone, and packs them in chunks:
//
//	u32 glyphs, u32 glyphs per chunk, u32 end of every chunk (from the data's start), chunks
//
// A chunk unpacks to one u16 length a glyph and the charstrings.
func flattenCFF(table []byte) ([]byte, error) {
	c, err := readCFF(table)
	if err != nil {
		return nil, err
	}
	glyphs := make([][]byte, len(c.charStrings))
	for g := range glyphs {
		f := flattener{cff: c, local: c.local[c.fd[g]]}
		if err := f.run(c.charStrings[g], 0); err != nil {
			return nil, fmt.Errorf("flattening glyph %d: %w", g, err)
		}
		glyphs[g] = f.out
	}
	return appendChunks(nil, glyphs)
}

// cffData is what flattening needs of a CFF table.
type cffData struct {
	charStrings, global [][]byte
	local               [][][]byte // per font dict
	fd                  []int      // font dict of every glyph
}

func readCFF(b []byte) (*cffData, error) {
	p := int(b[2])
	_, p = readIndex(b, p)
	tops, p := readIndex(b, p)
	_, p = readIndex(b, p)
	c := &cffData{}
	c.global, _ = readIndex(b, p)
	top := readDict(tops[0])
	if len(top[17]) != 1 || len(top[1236]) != 1 || len(top[1237]) != 1 {
		return nil, errors.New("not a CID-keyed CFF table")
	}
	c.charStrings, _ = readIndex(b, top[17][0])
	dicts, _ := readIndex(b, top[1236][0])
	for _, d := range dicts {
		var local [][]byte
		if priv := readDict(d)[18]; len(priv) == 2 {
			size, off := priv[0], priv[1]
			if subrs := readDict(b[off : off+size])[19]; len(subrs) == 1 {
				local, _ = readIndex(b, off+subrs[0])
			}
		}
		c.local = append(c.local, local)
	}
	sel := b[top[1237][0]:]
	if sel[0] != 3 {
		return nil, errors.New("FDSelect is not format 3")
	}
	c.fd = make([]int, len(c.charStrings))
	for i := range int(binary.BigEndian.Uint16(sel[1:])) {
		e := sel[3+3*i:]
		for g := int(binary.BigEndian.Uint16(e)); g < int(binary.BigEndian.Uint16(e[3:])); g++ {
			c.fd[g] = int(e[2])
		}
	}
	return c, nil
}

func readIndex(b []byte, p int) ([][]byte, int) {
	n := int(binary.BigEndian.Uint16(b[p:]))
	if n == 0 {
		return nil, p + 2
	}
	size := int(b[p+2])
	at := func(i int) int {
		v := 0
		for _, c := range b[p+3+i*size : p+3+(i+1)*size] {
			v = v<<8 | int(c)
		}
		return v
	}
	data := p + 2 + (n+1)*size
	list := make([][]byte, n)
	for i := range list {
		list[i] = b[data+at(i) : data+at(i+1)]
	}
	return list, data + at(n)
}

// readDict returns the operands of every operator; two-byte ones count from 1200.
func readDict(b []byte) map[int][]int {
	m := map[int][]int{}
	var args []int
	for p := 0; p < len(b); {
		c := int(b[p])
		p++
		switch {
		case c <= 21:
			if c == 12 {
				c = 1200 + int(b[p])
				p++
			}
			m[c] = args
			args = nil
		case c == 28:
			args = append(args, int(int16(binary.BigEndian.Uint16(b[p:]))))
			p += 2
		case c == 29:
			args = append(args, int(int32(binary.BigEndian.Uint32(b[p:]))))
			p += 4
		case c == 30:
			for b[p]&0x0F != 0x0F && b[p]>>4 != 0x0F {
				p++
			}
			p++
			args = append(args, 0)
		case c <= 246:
			args = append(args, c-139)
		case c <= 250:
			args = append(args, (c-247)*256+int(b[p])+108)
			p++
		case c <= 254:
			args = append(args, -(c-251)*256-int(b[p])-108)
			p++
		}
	}
	return m
}

// flattener copies one charstring's path operators with their operands' bytes.
type flattener struct {
	cff   *cffData
	local [][]byte
	args  [][]byte // encoded operands
	hints int
	width bool
	done  bool
	out   []byte
}

func (f *flattener) run(code []byte, depth int) error {
	if depth > 10 {
		return errors.New("subroutines nest too deeply")
	}
	for p := 0; p < len(code) && !f.done; {
		start, c := p, int(code[p])
		p++
		switch {
		case c == 28:
			p += 2
			f.args = append(f.args, code[start:p])
		case c == 255:
			p += 4
			f.args = append(f.args, code[start:p])
		case c >= 247:
			p++
			f.args = append(f.args, code[start:p])
		case c >= 32:
			f.args = append(f.args, code[start:p])
		case c == 10, c == 29:
			subrs := f.local
			if c == 29 {
				subrs = f.cff.global
			}
			i := number(f.args[len(f.args)-1]) + bias(len(subrs))
			f.args = f.args[:len(f.args)-1]
			if i < 0 || i >= len(subrs) {
				return errors.New("no such subroutine")
			}
			if err := f.run(subrs[i], depth+1); err != nil {
				return err
			}
		case c == 11:
			return nil
		case c == 14:
			f.done = true
		case c == 1, c == 3, c == 18, c == 23:
			f.dropHints()
		case c == 19, c == 20:
			f.dropHints()
			p += (f.hints + 7) / 8
		case c == 12:
			if op := code[p]; op < 34 || op > 37 {
				return fmt.Errorf("operator 12 %d is not flattened", op)
			}
			p++
			f.emit(code[start:p])
		default:
			want := map[int]int{21: 2, 22: 1, 4: 1}[c]
			if want > 0 && !f.width {
				f.args = f.args[len(f.args)-want:]
				f.width = true
			}
			f.emit(code[start:p])
		}
	}
	return nil
}

func (f *flattener) dropHints() {
	f.width = true
	f.hints += len(f.args) / 2
	f.args = f.args[:0]
}

func (f *flattener) emit(op []byte) {
	for _, a := range f.args {
		f.out = append(f.out, a...)
	}
	f.out = append(f.out, op...)
	f.args = f.args[:0]
}

func number(b []byte) int {
	switch c := int(b[0]); {
	case c == 28:
		return int(int16(binary.BigEndian.Uint16(b[1:])))
	case c <= 246:
		return c - 139
	case c <= 250:
		return (c-247)*256 + int(b[1]) + 108
	default:
		return -(c-251)*256 - int(b[1]) - 108
	}
}

func bias(n int) int {
	switch {
	case n < 1240:
		return 107
	case n < 33900:
		return 1131
	}
	return 32768
}
