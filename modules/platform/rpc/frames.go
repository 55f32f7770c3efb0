package rpc

import (
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"

	"connectrpc.com/connect"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
)

// Gzip returns the option with which Connect handlers decompress a message within the MaxBody of its procedure in the
// table, or DefaultMaxBody, and within maxRatio. By default Connect decompresses a message of any size into memory.
func Gzip(table Table, mapError func(f *fault.Error) error) connect.HandlerOption {
	return connect.WithConditionalHandlerOptions(func(spec connect.Spec) []connect.HandlerOption {
		limit := int64(DefaultMaxBody)
		if op := table[spec.Procedure]; op != nil {
			limit = op.maxBody()
		}
		return []connect.HandlerOption{connect.WithCompression("gzip",
			func() connect.Decompressor { return &gunzip{limit: limit, mapError: mapError} },
			func() connect.Compressor { return gzip.NewWriter(io.Discard) })}
	})
}

// gunzip decompresses messages of at most limit bytes. It is a connect.Decompressor.
type gunzip struct {
	gzip.Reader
	in       bounded
	limit    int64
	mapError func(f *fault.Error) error
}

// Reset starts a new message.
func (g *gunzip) Reset(from io.Reader) error {
	source := &counter{r: from}
	g.in = bounded{r: &g.Reader, source: source}
	return g.Reader.Reset(source)
}

// Read decompresses a part of the message.
func (g *gunzip) Read(p []byte) (int, error) {
	n, err := g.in.Read(p)
	if g.in.n > g.limit {
		err = tooLarge(g.limit)
	} else if errors.Is(err, errRatio) {
		err = tooCompressed()
	}
	var f *fault.Error
	if errors.As(err, &f) {
		err = g.mapError(f)
	}
	return n, err
}

// tooCompressed returns the fault of a body that exceeds maxRatio.
func tooCompressed() error {
	return fault.Invalid(fault.Detail{Rule: "compression_ratio", Expected: int64(maxRatio),
		Message: fmt.Sprintf("The body grows more than %d times when it is decompressed.", maxRatio)})
}

// checkQueryMessage rejects a Connect GET request whose message is not valid base64, which Connect would report as an
// unknown error of the service.
func checkQueryMessage(r *http.Request) error {
	q := r.URL.Query()
	if r.Method != http.MethodGet || q.Get("base64") != "1" {
		return nil
	}
	message, encoding := q.Get("message"), base64.URLEncoding
	if len(message)%4 != 0 {
		encoding = base64.RawURLEncoding
	}
	if _, err := encoding.DecodeString(message); err != nil {
		return fault.Invalid(fault.Detail{Path: "query:message", Rule: wire.RuleFormat, Expected: "base64url",
			Message: "message must be URL-safe base64 when base64=1."}).Because(err)
	}
	return nil
}
