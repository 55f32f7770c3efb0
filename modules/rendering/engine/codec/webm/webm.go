// Package webm writes WebM files (Matroska, RFC 9559) of one track of AV1 video. The coding is done by av1enc; files
// depend on their input alone: they hold no dates and no random numbers.
package webm

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// Video is the content of a file.
type Video struct {
	Width, Height int
	// Config is the body of av1C without the sequence header, which is Sequence and precedes the data of every key frame.
	Config   [4]byte
	Sequence []byte
	Colour   Colour
	Frames   []Frame
}

// Colour is the colour of the samples in code points of ISO/IEC 23091-2. Chroma is subsampled in both directions.
type Colour struct {
	Primaries, Transfer, Matrix int
	FullRange                   bool
}

// Frame is a coded frame.
type Frame struct {
	Data         []byte
	Milliseconds int
	// Key reports that decoding can start at the frame. The first one is a key frame.
	Key bool
}

// Element identifiers (RFC 8794 §11, RFC 9559 §5).
const (
	idEBML               = 0x1A45DFA3
	idEBMLVersion        = 0x4286
	idEBMLReadVersion    = 0x42F7
	idEBMLMaxIDLength    = 0x42F2
	idEBMLMaxSizeLength  = 0x42F3
	idDocType            = 0x4282
	idDocTypeVersion     = 0x4287
	idDocTypeReadVersion = 0x4285

	idSegment        = 0x18538067
	idSeekHead       = 0x114D9B74
	idSeek           = 0x4DBB
	idSeekID         = 0x53AB
	idSeekPosition   = 0x53AC
	idInfo           = 0x1549A966
	idTimestampScale = 0x2AD7B1
	idDuration       = 0x4489
	idMuxingApp      = 0x4D80
	idWritingApp     = 0x5741

	idTracks                  = 0x1654AE6B
	idTrackEntry              = 0xAE
	idTrackNumber             = 0xD7
	idTrackUID                = 0x73C5
	idTrackType               = 0x83
	idFlagLacing              = 0x9C
	idCodecID                 = 0x86
	idCodecPrivate            = 0x63A2
	idVideo                   = 0xE0
	idPixelWidth              = 0xB0
	idPixelHeight             = 0xBA
	idColour                  = 0x55B0
	idMatrixCoefficients      = 0x55B1
	idBitsPerChannel          = 0x55B2
	idChromaSubsamplingHorz   = 0x55B3
	idChromaSubsamplingVert   = 0x55B4
	idRange                   = 0x55B9
	idTransferCharacteristics = 0x55BA
	idPrimaries               = 0x55BB

	idCluster        = 0x1F43B675
	idTimestamp      = 0xE7
	idSimpleBlock    = 0xA3
	idBlockGroup     = 0xA0
	idBlock          = 0xA1
	idBlockDuration  = 0x9B
	idReferenceBlock = 0xFB

	idCues               = 0x1C53BB6B
	idCuePoint           = 0xBB
	idCueTime            = 0xB3
	idCueTrackPositions  = 0xB7
	idCueTrack           = 0xF7
	idCueClusterPosition = 0xF1
)

// appendID appends an element's identifier.
func appendID(b []byte, id uint32) []byte {
	n := (bits.Len32(id) + 7) / 8
	for i := n - 1; i >= 0; i-- {
		b = append(b, byte(id>>(8*i)))
	}
	return b
}

// appendSize appends the size of an element's data in the fewest bytes.
func appendSize(b []byte, size int) []byte {
	n := 1
	for size >= 1<<(7*n)-1 {
		n++
	}
	v := uint64(size) | 1<<(7*n)
	for i := n - 1; i >= 0; i-- {
		b = append(b, byte(v>>(8*i)))
	}
	return b
}

// element appends an element.
func element(b []byte, id uint32, parts ...[]byte) []byte {
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	b = appendSize(appendID(b, id), size)
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

// number appends an element with an unsigned integer.
func number(b []byte, id uint32, v uint64) []byte {
	n := max(1, (bits.Len64(v)+7)/8)
	data := binary.BigEndian.AppendUint64(nil, v)
	return element(b, id, data[8-n:])
}

// Encode returns the file.
func Encode(v *Video) []byte {
	head := number(nil, idEBMLVersion, 1)
	head = number(head, idEBMLReadVersion, 1)
	head = number(head, idEBMLMaxIDLength, 4)
	head = number(head, idEBMLMaxSizeLength, 8)
	head = element(head, idDocType, []byte("webm"))
	head = number(head, idDocTypeVersion, 4)
	head = number(head, idDocTypeReadVersion, 2)

	clusters, cues := v.clusters()
	info, tracks := v.info(), v.tracks()
	// Positions are relative to the start of the segment's data. The index precedes the clusters, so that a player
	// can seek before it has all of the file; its positions take eight bytes each to make its length known.
	const seekHead = 4 + 1 + 3*(2+1+2+1+4+2+1+8)
	at := seekHead
	positions := []int{at, at + len(info), at + len(info) + len(tracks)}
	index := cueBox(cues, 0)
	index = cueBox(cues, at+len(info)+len(tracks)+len(index))
	var seek []byte
	for i, id := range []uint32{idInfo, idTracks, idCues} {
		seek = element(seek, idSeek, element(nil, idSeekID, appendID(nil, id)), element(nil, idSeekPosition, binary.BigEndian.AppendUint64(nil, uint64(positions[i]))))
	}
	out := element(nil, idEBML, head)
	return element(out, idSegment, element(nil, idSeekHead, seek), info, tracks, index, clusters)
}

// info returns the Info element: times are in milliseconds.
func (v *Video) info() []byte {
	total := 0
	for i := range v.Frames {
		total += v.Frames[i].Milliseconds
	}
	body := number(nil, idTimestampScale, 1_000_000)
	body = element(body, idDuration, binary.BigEndian.AppendUint64(nil, math.Float64bits(float64(total))))
	body = element(body, idMuxingApp, []byte("Platen"))
	body = element(body, idWritingApp, []byte("Platen"))
	return element(nil, idInfo, body)
}

// theTrack is the number of the only track.
const theTrack = 1

// tracks returns the Tracks element.
func (v *Video) tracks() []byte {
	rangeOf := uint64(1)
	if v.Colour.FullRange {
		rangeOf = 2
	}
	colour := number(nil, idMatrixCoefficients, uint64(v.Colour.Matrix))
	colour = number(colour, idBitsPerChannel, 8)
	colour = number(colour, idChromaSubsamplingHorz, 1)
	colour = number(colour, idChromaSubsamplingVert, 1)
	colour = number(colour, idRange, rangeOf)
	colour = number(colour, idTransferCharacteristics, uint64(v.Colour.Transfer))
	colour = number(colour, idPrimaries, uint64(v.Colour.Primaries))
	video := number(nil, idPixelWidth, uint64(v.Width))
	video = number(video, idPixelHeight, uint64(v.Height))
	video = element(video, idColour, colour)
	const isVideo = 1
	entry := number(nil, idTrackNumber, theTrack)
	entry = number(entry, idTrackUID, theTrack)
	entry = number(entry, idTrackType, isVideo)
	entry = number(entry, idFlagLacing, 0)
	entry = element(entry, idCodecID, []byte("V_AV1"))
	entry = element(entry, idCodecPrivate, v.Config[:], v.Sequence)
	entry = element(entry, idVideo, video)
	return element(nil, idTracks, element(nil, idTrackEntry, entry))
}

// cue is the time of a cluster that starts with a key frame and its position in the clusters.
type cue struct{ time, at int }

// farthest is the maximum distance of a block from the start of its cluster, in milliseconds.
const farthest = 1<<15 - 1

// clusters returns the Cluster elements and the cues of those that start with a key frame.
func (v *Video) clusters() (out []byte, cues []cue) {
	var body []byte
	now, start := 0, 0
	for i := range v.Frames {
		f := &v.Frames[i]
		if len(body) > 0 && (f.Key || now-start > farthest) {
			out = element(out, idCluster, body)
			body = nil
		}
		if len(body) == 0 {
			start = now
			body = number(nil, idTimestamp, uint64(start))
			if f.Key {
				cues = append(cues, cue{start, len(out)})
			}
		}
		head := binary.BigEndian.AppendUint16([]byte{0x80 | theTrack}, uint16(now-start))
		data := [][]byte{nil, nil, f.Data}
		if f.Key {
			data[1] = v.Sequence
		}
		if i < len(v.Frames)-1 {
			flags := byte(0)
			if f.Key {
				flags = 0x80
			}
			data[0] = append(head, flags)
			body = element(body, idSimpleBlock, data...)
		} else {
			// The last frame says how long it is shown.
			data[0] = append(head, 0)
			group := element(nil, idBlock, data...)
			group = number(group, idBlockDuration, uint64(f.Milliseconds))
			if !f.Key {
				group = element(group, idReferenceBlock, binary.BigEndian.AppendUint32(nil, uint32(-int32(v.Frames[i-1].Milliseconds))))
			}
			body = element(body, idBlockGroup, group)
		}
		now += f.Milliseconds
	}
	return element(out, idCluster, body), cues
}

// cueBox returns the Cues element for clusters that start at a position of the segment.
func cueBox(cues []cue, start int) []byte {
	var body []byte
	for _, c := range cues {
		where := number(nil, idCueTrack, theTrack)
		where = element(where, idCueClusterPosition, binary.BigEndian.AppendUint64(nil, uint64(start+c.at)))
		body = element(body, idCuePoint, number(nil, idCueTime, uint64(c.time)), element(nil, idCueTrackPositions, where))
	}
	return element(nil, idCues, body)
}
