package request

import (
	"crypto/sha256"
	"encoding/binary"
)

// SeedOf returns the seed of a request: the one that it specifies, or the first 31 bits of its hash.
func SeedOf(req *Request, hash [sha256.Size]byte) int32 {
	if req.Seed != nil {
		return *req.Seed
	}
	return int32(binary.BigEndian.Uint32(hash[:4]) >> 1)
}
