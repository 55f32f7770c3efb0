package rpc

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/platform/admission"
	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
)

// body is a whole request body that passed step 7.
type body struct {
	raw []byte
	// sum is the SHA-256 of the canonical form.
	sum [32]byte
	// message is set on JSON surfaces and where the category depends on it; problems on JSON surfaces.
	message  proto.Message
	problems []fault.Detail
	// padded is true if the JSON has a number with zeros at the end of its fraction.
	padded bool
}

// maxRatio is the largest ratio of the decompressed to the compressed size of a body.
const maxRatio = 100

// isUnary reports whether a Connect request carries one whole message: the unary protocol, whose body is
// the message itself. Everything else is framed.
func isUnary(r *http.Request) bool {
	if r.Method == http.MethodGet {
		return false // the message is in the query; the interceptor sees it
	}
	t := mediaType(r)
	return t == "application/json" || t == "application/proto"
}

func mediaType(r *http.Request) string {
	t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return t
}

// readBody is step 7: size, content type, well-formed JSON.
func (c *Chain) readBody(w http.ResponseWriter, r *http.Request, s Surface, call *Call) (*body, error) {
	raw, err := readAll(w, r, call.Operation.maxBody(), call.memory)
	if err != nil {
		return nil, err
	}
	key, cached := c.decoded.key(r, s, call.Operation, raw)
	if cached {
		if b := c.decoded.get(key, raw); b != nil {
			return b, nil
		}
	}
	scratch := canonicalForms.Get().(*[]byte)
	defer canonicalForms.Put(scratch)
	b, form, err := decodeBody(r, s, call, raw, (*scratch)[:0])
	if err != nil {
		return b, err
	}
	*scratch = form
	b.sum = sha256.Sum256(form)
	if cached {
		c.decoded.add(key, b)
	}
	return b, nil
}

// canonicalForms holds buffers for the canonical forms of bodies, of which only the hashes are kept.
var canonicalForms = sync.Pool{New: func() any { return new([]byte) }}

// decodeBody is step 7 after reading the body. It appends the canonical form to the scratch buffer form and returns it.
func decodeBody(r *http.Request, s Surface, call *Call, raw, form []byte) (*body, []byte, error) {
	op := call.Operation
	b := &body{raw: raw}
	if len(raw) > 0 && s.Decode == nil && mediaType(r) == "application/proto" {
		form, err := b.readProto(op, form)
		return b, form, err
	}
	if op.Form && s.Decode != nil && mediaType(r) == "multipart/form-data" {
		if err := b.readForm(r, op.Input.Descriptor()); err != nil {
			return nil, form, err
		}
	}
	v, err := b.readJSON(r, s, call)
	if err != nil {
		return nil, form, err
	}
	if v != nil {
		form, b.padded = v.AppendByValue(form), v.Padded()
	}
	switch {
	case s.Decode != nil:
		b.message, b.problems = s.Decode(r, call, v)
	case (op.Categorise != nil || b.padded) && op.Input != nil:
		b.message = op.Input.New().Interface()
		_ = wire.ParseProtoJSON(raw, b.message)
	}
	if b.padded && b.message != nil && wire.Padded(b.message) {
		// 64.0 is a width of 64, but 0.10 in the data of a template is a different text from 0.1.
		form = wire.Append(append(form, '\n'), b.message)
	}
	return b, form, nil
}

// readJSON parses the body as one JSON object; nil without a body.
func (b *body) readJSON(r *http.Request, s Surface, call *Call) (*canonical.Value, error) {
	if len(b.raw) == 0 {
		return nil, nil
	}
	if mediaType(r) != "application/json" {
		return nil, fault.Invalid(fault.Detail{Path: "header:Content-Type", Rule: "content_type", Expected: "application/json",
			Actual: r.Header.Get("Content-Type"), Message: "Content-Type must be application/json."})
	}
	v, err := canonical.Parse(b.raw, canonical.Limits{})
	if err != nil {
		var syntax *canonical.Syntax
		if errors.As(err, &syntax) {
			return nil, fault.Invalid(syntax.Detail())
		}
		return nil, err
	}
	if v.Kind != canonical.Object {
		return nil, fault.Invalid(fault.Detail{Rule: "type", Expected: "object", Message: "The body must be a JSON object."})
	}
	if s.Rewrite != nil {
		s.Rewrite(r, call, &v)
	}
	return &v, nil
}

// readProto parses the body as a message and appends the canonical form to form.
func (b *body) readProto(op *Operation, form []byte) ([]byte, error) {
	b.message = op.Input.New().Interface()
	if problems := wire.DecodeBinary(b.raw, b.message); len(problems) > 0 {
		return form, fault.Invalid(problems...)
	}
	return proto.MarshalOptions{Deterministic: true}.MarshalAppend(form, b.message)
}

// restore returns r with a body that can be read again.
func (b *body) restore(r *http.Request) *http.Request {
	r.Body = io.NopCloser(bytes.NewReader(b.raw))
	r.ContentLength = int64(len(b.raw))
	r.Header.Del("Content-Encoding")
	return r
}

// readAll reads the whole body, decompressed, within limit bytes.
func readAll(w http.ResponseWriter, r *http.Request, limit int64, memory *admission.Reservation) ([]byte, error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	if r.ContentLength > limit {
		return nil, tooLarge(limit)
	}
	compressed := &counter{r: http.MaxBytesReader(w, r.Body, limit)}
	var in io.Reader = compressed
	switch enc := strings.ToLower(r.Header.Get("Content-Encoding")); enc {
	case "", "identity":
	case "gzip":
		z, err := gzip.NewReader(compressed)
		if err != nil {
			return nil, badEncoding("The body is not valid gzip.")
		}
		in = &bounded{r: z, source: compressed}
	default:
		return nil, badEncoding("Content-Encoding must be gzip or absent.")
	}
	raw, err := readUpTo(memory.Reader(in), limit+1, r.ContentLength)
	var over *http.MaxBytesError
	switch {
	case admission.IsOverloaded(err):
		return nil, err
	case errors.As(err, &over) || int64(len(raw)) > limit:
		return nil, tooLarge(limit)
	case errors.Is(err, errRatio):
		return nil, tooCompressed()
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader):
		return nil, badEncoding("The body is not valid gzip.")
	case isTimeout(err):
		return nil, fault.New(fault.RateLimitExceeded, "The body did not arrive in time. Retry with the same Idempotency-Key.").After(time.Second).
			With(fault.Detail{Rule: "body_timeout", Message: "The body of the request did not arrive in time."}).Because(err)
	case err != nil:
		return nil, fault.Invalid(fault.Detail{Rule: "body_incomplete", Message: "The body ended early."}).Because(err)
	}
	return raw, nil
}

// isTimeout reports whether an error is due to a slow, not an invalid, body: a slow client or network, or an overloaded
// machine. The same request may succeed later.
func isTimeout(err error) bool {
	var network net.Error
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.As(err, &network)
}

// readUpTo reads at most limit bytes; expected is the estimated number.
func readUpTo(in io.Reader, limit, expected int64) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(max(expected, 0), 1<<20, limit)) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(in, limit))
	return b.Bytes(), err
}

func tooLarge(limit int64) error {
	return fault.Invalid(fault.Detail{Rule: "max_body", Expected: limit, Message: fmt.Sprintf("The body is larger than %d bytes.", limit)})
}

func badEncoding(message string) error {
	return fault.Invalid(fault.Detail{Path: "header:Content-Encoding", Rule: "content_encoding", Message: message})
}

var errRatio = errors.New("compression ratio")

type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// bounded stops a decompression whose output exceeds maxRatio times its input. The first 64 KiB are exempt: short
// repetitive texts have higher ratios.
type bounded struct {
	r      io.Reader
	source *counter
	n      int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	b.n += int64(n)
	if b.n > 64<<10 && b.n > maxRatio*b.source.n {
		return n, errRatio
	}
	return n, err
}

// fingerprint hashes what identifies a request: method, path, sorted query, hash of the canonical body.
func fingerprint(r *http.Request, sum [32]byte) [32]byte {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%s\n%x", r.Method, r.URL.EscapedPath(), sortedQuery(r.URL.Query()), sum)
	return [32]byte(h.Sum(nil))
}

func sortedQuery(q url.Values) string {
	for _, values := range q {
		slices.Sort(values)
	}
	return q.Encode() // sorts by name
}
