package raster

import (
	"weak"

	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// imageKey represents a bitmap in the keys of caches. It does not keep the bitmap in memory,
// which may be a thousand times as large as what is kept under the key.
type imageKey struct {
	hash [32]byte // of its file
	only weak.Pointer[image.Bitmap]
}

// imageKeyOf returns the key of a bitmap: the same for every bitmap of one file, and one of
// its own for a bitmap without a file. nil has the zero key.
func imageKeyOf(b *image.Bitmap) imageKey {
	if b == nil {
		return imageKey{}
	}
	if b.Hash != [32]byte{} {
		return imageKey{hash: b.Hash}
	}
	return imageKey{only: weak.Make(b)}
}
