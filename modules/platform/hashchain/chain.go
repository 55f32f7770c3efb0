// Package hashchain links the entries of an append-only log: the hash of an entry is SHA-256(previous hash || text),
// the hash before the first entry is zero. A copy of the last hash proves any later change of the log.
package hashchain

import (
	"bytes"
	"crypto/sha256"
	"errors"
)

// Zero returns the hash before the first entry.
func Zero() []byte { return make([]byte, sha256.Size) }

// Link returns the hash of an entry that follows the entry with the hash previous.
func Link(previous, text []byte) []byte {
	h := sha256.New()
	h.Write(previous)
	h.Write(text)
	return h.Sum(nil)
}

// The errors for an entry that does not fit its chain.
var (
	ErrNumber   = errors.New("it does not have the next number")
	ErrPrevious = errors.New("it does not follow the entry before it")
	ErrHash     = errors.New("it does not match its hash")
)

// Position is the last verified position in a chain; the zero value is before the first entry.
type Position struct {
	// Number and Hash are those of the last entry that matched.
	Number int64
	Hash   []byte
}

// Next moves the position to the entry that follows it, given its number, its hashed text and the hashes stored with
// it. An entry that does not follow leaves the position unchanged and returns ErrNumber, ErrPrevious or ErrHash.
func (p *Position) Next(number int64, text, previous, hash []byte) error {
	at := p.Hash
	if at == nil {
		at = Zero()
	}
	switch {
	case number != p.Number+1:
		return ErrNumber
	case !bytes.Equal(previous, at):
		return ErrPrevious
	case !bytes.Equal(Link(previous, text), hash):
		return ErrHash
	}
	p.Number, p.Hash = number, hash
	return nil
}
