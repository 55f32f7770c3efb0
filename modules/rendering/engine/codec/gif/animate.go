package gif

import "encoding/binary"

// Frame is a rectangle of an animation.
type Frame struct {
	X, Y, Width, Height int
	Milliseconds        int
	Transparent         int // palette index of the transparent colour, −1 for none
	// Clear makes the rectangle transparent after the frame.
	Clear bool
	Data  []byte // as returned by [Image]
}

// Animate returns a file of frames that plays loops times, 0 for endlessly. colors are those that frames without colours
// of their own refer to, at most 256. Delays are in hundredths of a second, rounded without accumulating errors.
func Animate(width, height, loops int, colors []uint32, frames []Frame) []byte {
	out := append([]byte(nil), "GIF89a"...)
	out = binary.LittleEndian.AppendUint16(out, uint16(width))
	out = binary.LittleEndian.AppendUint16(out, uint16(height))
	if len(colors) == 0 {
		out = append(out, 0, 0, 0)
	} else {
		const globalTable = 0x80
		depth := Depth(len(colors))
		out = appendColors(append(out, byte(globalTable|(depth-1)<<4|(depth-1)), 0, 0), colors, depth)
	}
	if len(frames) > 1 && loops != 1 {
		repeats := max(loops-1, 0)
		out = append(out, 0x21, 0xff, 11)
		out = append(out, "NETSCAPE2.0"...)
		out = append(out, 3, 1, byte(repeats), byte(repeats>>8), 0)
	}
	const (
		keep    = 1 << 2
		restore = 2 << 2
	)
	clock := 0
	for _, f := range frames {
		begin := (clock + 5) / 10
		clock += f.Milliseconds
		delay := min((clock+5)/10-begin, 65535)
		disposal := keep
		if f.Clear {
			disposal = restore
		}
		flags, transparent := byte(disposal), byte(0)
		if f.Transparent >= 0 {
			flags, transparent = flags|1, byte(f.Transparent)
		}
		out = append(out, 0x21, 0xf9, 4, flags, byte(delay), byte(delay>>8), transparent, 0)
		out = append(out, 0x2c)
		for _, v := range []int{f.X, f.Y, f.Width, f.Height} {
			out = binary.LittleEndian.AppendUint16(out, uint16(v))
		}
		out = append(out, f.Data...)
	}
	return append(out, 0x3b)
}
