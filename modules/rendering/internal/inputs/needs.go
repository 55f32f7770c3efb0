package inputs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
)

// Assets opens what a workspace uploaded.
type Assets interface {
	// Open returns the bytes that `asset:asset_…` or `font:font_…` names; a missing one is an AssetNotFound or
	// FontNotFound fault, one whose licence does not allow a live render a PolicyViolation fault.
	Open(ctx context.Context, url string) ([]byte, error)
}

// Art draws the backgrounds that documents describe.
type Art interface {
	// Draw returns the image file that an address (engine.ArtScheme) describes: always the same bytes. The warnings name
	// the words of the description that the image does not show.
	Draw(ctx context.Context, address string) (file []byte, warnings []string, err error)
}

// ErrDamaged says that a stored file is missing or does not have its hash. Faults of Files wrap it.
var ErrDamaged = errors.New("the stored file is missing or damaged")

// Files is the content store. Keys are the hex SHA-256 of the bytes.
type Files interface {
	// Put stores a file and replaces a damaged one. After an error it is not stored.
	Put(ctx context.Context, sha256 string, data []byte, mime string) error
	// Get returns a file after checking its hash. A missing or damaged one is ErrDamaged; any other error means that the
	// store cannot be read at the moment.
	Get(ctx context.Context, sha256 string) ([]byte, error)
}

// Remote reads files from the internet through the egress guard. Every problem is an error; callers see the rule
// asset_unreachable.
type Remote interface {
	Fetch(ctx context.Context, url string, maxBytes int64) ([]byte, error)
}

// SHA256 returns the hex hash of a file.
func SHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
