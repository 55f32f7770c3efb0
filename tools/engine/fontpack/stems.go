package main

import (
	"encoding/binary"

	"github.com/klauspost/compress/zstd"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// packStems packs the horizontal stem hints of a large CFF face, which its chunks
// of glyphs do without; see the font package for the form.
func packStems(face *font.Face) ([]byte, error) {
	index := map[*font.StemZones]int{}
	var zones []byte
	glyphs := make([][]byte, face.GlyphCount())
	for g := range glyphs {
		_, stems := face.HintedOutline(font.GlyphID(g))
		if stems == nil {
			continue
		}
		i, ok := index[stems.Zones]
		if !ok {
			i = len(index)
			index[stems.Zones] = i
			zones = font.AppendZones(zones, stems.Zones)
		}
		glyphs[g] = font.AppendStems(nil, stems, i)
	}
	out := append(binary.BigEndian.AppendUint32(nil, uint32(len(zones))), zones...)
	return appendChunks(out, glyphs)
}

// appendChunks packs what belongs to each glyph in compressed chunks; see flattenCFF.
func appendChunks(out []byte, glyphs [][]byte) ([]byte, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	if err != nil {
		return nil, err
	}
	out = binary.BigEndian.AppendUint32(out, uint32(len(glyphs)))
	out = binary.BigEndian.AppendUint32(out, glyphsPerChunk)
	var data []byte
	for first := 0; first < len(glyphs); first += glyphsPerChunk {
		var lengths, bytes []byte
		for _, g := range glyphs[first:min(first+glyphsPerChunk, len(glyphs))] {
			lengths = binary.BigEndian.AppendUint16(lengths, uint16(len(g)))
			bytes = append(bytes, g...)
		}
		data = enc.EncodeAll(append(lengths, bytes...), data)
		out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
	}
	return append(out, data...), nil
}
