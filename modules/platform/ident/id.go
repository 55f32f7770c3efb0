// Package ident identifies callers and objects.
//
// Principal is the identity behind a request and travels in the context. Ids are typed: a prefix for the
// kind of object, and 26 lower-case Crockford characters that begin with the time, so that rows
// created together are close in an index.
package ident

import (
	"crypto/rand"
	"encoding/binary"
	"strings"

	"github.com/platenhq/platen/modules/platform/clock"
)

// Prefix is the part of an id before the underscore.
type Prefix string

// The prefixes in use.
const (
	Job           Prefix = "job"
	Render        Prefix = "rnd"
	Image         Prefix = "img"
	PDF           Prefix = "pdf"
	Template      Prefix = "tpl"
	Brand         Prefix = "brand"
	Kit           Prefix = "kit"
	Asset         Prefix = "asset"
	Font          Prefix = "font"
	Webhook       Prefix = "wh"
	Event         Prefix = "evt"
	Delivery      Prefix = "dlv"
	Draft         Prefix = "dft"
	Approval      Prefix = "apr"
	Policy        Prefix = "pol"
	Decision      Prefix = "dec"
	License       Prefix = "lic"
	APIKey        Prefix = "key"
	SigningKey    Prefix = "sgk"
	Issuer        Prefix = "iss"
	WorkspaceKind Prefix = "ws"
	Request       Prefix = "req"
	Hold          Prefix = "hold"
	LedgerEntry   Prefix = "led"
	Audit         Prefix = "aud"
	Session       Prefix = "ses"
	Lease         Prefix = "lease"
)

const crockford = "0123456789abcdefghjkmnpqrstvwxyz"

// Length is the number of characters after the underscore.
const Length = 26

// New returns a fresh id: 48 bits of the time in milliseconds, then 80 random bits (the layout of a ULID).
// It is safe for concurrent use and panics only when the machine has no randomness.
func New(p Prefix) string {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], uint64(clock.Now().UnixMilli())<<16)
	if _, err := rand.Read(b[6:]); err != nil {
		panic("ident: no randomness: " + err.Error())
	}
	return string(p) + "_" + encode(b)
}

// encode writes 128 bits as 26 characters, the first holding the top three bits.
func encode(b [16]byte) string {
	hi, lo := binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])
	var out [Length]byte
	for i := Length - 1; i >= 0; i-- {
		out[i] = crockford[lo&31]
		lo = lo>>5 | hi<<59
		hi >>= 5
	}
	return string(out[:])
}

// Valid reports whether id has the prefix p and the form of an id.
func Valid(p Prefix, id string) bool {
	rest, ok := strings.CutPrefix(id, string(p)+"_")
	if !ok || len(rest) != Length || rest[0] > '7' {
		return false
	}
	for i := 0; i < len(rest); i++ {
		if strings.IndexByte(crockford, rest[i]) < 0 {
			return false
		}
	}
	return true
}

// Workspace is the id of a tenant. Every query of tenant data takes one by this type, so that a query
// without a tenant does not compile.
type Workspace string

// NewWorkspace returns a fresh workspace id.
func NewWorkspace() Workspace { return Workspace(New(WorkspaceKind)) }
