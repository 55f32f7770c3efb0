package inputs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
)

// Assets opens the uploads of a workspace.
type Assets interface {
	// Open returns the content of `asset:asset_…` or `font:font_…`; a missing one is an AssetNotFound or FontNotFound
	// fault, one whose licence does not permit a live render a PolicyViolation fault.
	Open(ctx context.Context, url string) ([]byte, error)
}

// Art generates the backgrounds described by documents.
type Art interface {
	// Draw returns the image file for a URL (engine.ArtScheme), always with the same bytes. The warnings name the words
	// of the description that the image does not show.
	Draw(ctx context.Context, address string) (file []byte, warnings []string, err error)
}

// ErrDamaged reports that a stored file is missing or does not match its hash. Faults of Files wrap it.
var ErrDamaged = errors.New("the stored file is missing or damaged")

// Files is the content store. Keys are the hex SHA-256 of the bytes.
type Files interface {
	// Store stores a file, replaces a damaged one, and returns its key. After an error it is not stored.
	Store(ctx context.Context, data []byte, mime string) (sha256 string, err error)
	// Get returns a file after verifying its hash. A missing or damaged one is ErrDamaged; any other error means that
	// the store is currently unavailable.
	Get(ctx context.Context, sha256 string) ([]byte, error)
}

// Remote fetches files from the internet through the egress guard. Any failure is an error, which callers report with
// the rule asset_unreachable.
type Remote interface {
	Fetch(ctx context.Context, url string, maxBytes int64) ([]byte, error)
}

// SHA256 returns the hex hash of a file.
func SHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
