package rpc

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/platenhq/platen/modules/platform/fault"
)

// framing follows the frames of a request with one message and fails with a fault where they are malformed. Connect
// reports such frames as internal errors without a field.
type framing struct {
	io.ReadCloser
	limit    int64
	encoded  bool // the request names a compression
	fail     func(f *fault.Error) error
	head     [5]byte // flags and length of the frame
	read     int     // bytes of head
	left     int64   // bytes of the message that are missing
	messages int
	failed   error
}

// Read reads a part of the body.
func (b *framing) Read(p []byte) (int, error) {
	if b.failed != nil {
		return 0, b.failed
	}
	n, err := b.ReadCloser.Read(p)
	f := b.follow(p[:n])
	if f == nil && errors.Is(err, io.EOF) {
		f = b.end()
	}
	if f != nil {
		b.failed = b.fail(f)
		return 0, b.failed // with bytes, a whole head would be taken for a success
	}
	return n, err
}

// follow takes note of a part of the body.
func (b *framing) follow(p []byte) *fault.Error {
	for len(p) > 0 {
		if b.read == len(b.head) {
			n := min(int64(len(p)), b.left)
			p, b.left = p[n:], b.left-n
		} else {
			n := copy(b.head[b.read:], p)
			p, b.read = p[n:], b.read+n
			if b.read < len(b.head) {
				return nil
			}
			if f := b.begin(); f != nil {
				return f
			}
		}
		if b.left == 0 {
			b.read, b.messages = 0, b.messages+1
		}
	}
	return nil
}

// begin checks the head of a frame.
func (b *framing) begin() *fault.Error {
	b.left = int64(binary.BigEndian.Uint32(b.head[1:]))
	switch {
	case b.messages > 0:
		return malformedFrame("The request has more than one message.", 1)
	case b.head[0] > 1:
		return malformedFrame(fmt.Sprintf("The flags of the frame are 0x%02x, which is neither 0x00 nor, for a compressed message, 0x01.", b.head[0]), b.head[0])
	case b.head[0] == 1 && !b.encoded:
		return malformedFrame("The message is compressed, and the header that names the compression is missing.", 1)
	case b.left > b.limit:
		return fault.From(tooLarge(b.limit))
	}
	return nil
}

// end checks that the body ends after a message.
func (b *framing) end() *fault.Error {
	switch {
	case b.read == len(b.head):
		size := int64(binary.BigEndian.Uint32(b.head[1:]))
		return malformedFrame(fmt.Sprintf("The message is cut off: the frame has %d bytes, and %d arrived.", size, size-b.left), size-b.left)
	case b.read > 0:
		return malformedFrame(fmt.Sprintf("The frame is cut off: its head has 5 bytes, and %d arrived.", b.read), b.read)
	case b.messages == 0:
		return malformedFrame("The request has no message.", 0)
	}
	return nil
}

func malformedFrame(message string, actual any) *fault.Error {
	return fault.Invalid(fault.Detail{Path: "body:", Rule: "malformed_frame", Message: message, Actual: actual,
		Expected: "one frame: a byte of flags, four bytes of length with the most significant first, and the message"})
}
