package raster

import (
	"weak"

	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// imageKey identifies a bitmap in cache keys without keeping the bitmap in memory, which may be a thousand times as
// large as the cached value.
type imageKey struct {
	hash [32]byte // of its file
	only weak.Pointer[image.Bitmap]
}

// imageKeyOf returns the key of a bitmap: equal for all bitmaps of the same file, unique for a bitmap without a file.
// nil has the zero key.
func imageKeyOf(b *image.Bitmap) imageKey {
	if b == nil {
		return imageKey{}
	}
	if b.Hash != [32]byte{} {
		return imageKey{hash: b.Hash}
	}
	return imageKey{only: weak.Make(b)}
}
