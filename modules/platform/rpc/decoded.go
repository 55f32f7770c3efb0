package rpc

import (
	"bytes"
	"hash/maphash"
	"net/http"

	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/ident"
)

// decodedBytes bounds the memory of the cache of decoded bodies.
const decodedBytes = 16 << 20

// decodedBodies caches what step 7 computes from the JSON bodies of operations whose category depends on their message:
// these bodies are large, and clients repeat them when they retry. Only valid bodies are cached.
type decodedBodies struct {
	seed    maphash.Seed
	entries *cache.Cache[decodedKey, *decoded]
}

// decodedKey is what the result depends on besides the bytes of the body, and a hash of these. A workspace has only
// its own entries, so that response times tell nothing about the requests of others.
type decodedKey struct {
	workspace    ident.Workspace
	surface, uri string
	hash         uint64
}

// decoded is one body with its results. It is immutable.
type decoded struct {
	raw     []byte // compared with a body of the same hash
	sum     [32]byte
	message proto.Message
}

func newDecodedBodies() *decodedBodies {
	return &decodedBodies{seed: maphash.MakeSeed(), entries: cache.New[decodedKey](cache.Options[*decoded]{
		MaxCost: decodedBytes, Cost: (*decoded).cost})}
}

// cost estimates the memory of an entry in bytes: the body, the texts in its message, and the message's values, of which
// a JSON text has at most one for each comma besides those that begin an object or an array.
func (d *decoded) cost() int {
	values := bytes.Count(d.raw, []byte(",")) + bytes.Count(d.raw, []byte("{")) + bytes.Count(d.raw, []byte("["))
	return 1<<10 + 2*len(d.raw) + 128*values
}

// key returns the key of a body; ok is false for requests whose body is not cached.
func (d *decodedBodies) key(r *http.Request, s Surface, op *Operation, raw []byte) (key decodedKey, ok bool) {
	p := ident.From(r.Context())
	if op.Categorise == nil || p == nil || len(raw) == 0 || mediaType(r) != "application/json" {
		return key, false
	}
	for _, name := range s.DecodeHeaders {
		if r.Header.Values(name) != nil {
			return key, false
		}
	}
	return decodedKey{p.Workspace, s.Name, r.Method + r.URL.RequestURI(), maphash.Bytes(d.seed, raw)}, true
}

// get returns the results for a body with a message that the caller owns, nil if they are not cached.
func (d *decodedBodies) get(key decodedKey, raw []byte) *body {
	e, ok := d.entries.Get(key)
	if !ok || !bytes.Equal(e.raw, raw) {
		return nil
	}
	return &body{raw: raw, sum: e.sum, message: proto.Clone(e.message)}
}

// add caches the results for a body, which must not be modified any more; its message may be.
func (d *decodedBodies) add(key decodedKey, b *body) {
	if b.message != nil && len(b.problems) == 0 {
		d.entries.Add(key, &decoded{b.raw, b.sum, proto.Clone(b.message)})
	}
}
