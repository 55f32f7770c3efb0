package signing

import (
	"time"

	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// signingKey is a key with its secret, as the keyring caches it.
type signingKey struct {
	kid, secret string
	revoked     bool
	principal   *ident.Principal // the owner of its URLs
}

// keyring caches keys by kid. A key that changed is dropped by its notification; keyTTL bounds the staleness when a
// notification is lost.
type keyring = cache.Cache[string, *signingKey]

const (
	maxKeys = 20_000
	keyTTL  = 10 * time.Second
)

func newKeyring() *keyring {
	return cache.New[string](cache.Options[*signingKey]{Entries: maxKeys, TTL: keyTTL, Tag: func(k *signingKey) string { return k.kid }})
}

// Shown is the result of fetching a signed URL.
type Shown struct {
	// Location is the public address of the image, "" if there is none.
	Location string
	// ExpiresAt is when the URL expires, zero for never.
	ExpiresAt time.Time
	// Fallback is true if Location is that of the fallback; the error that caused it is returned as well.
	Fallback bool
	// Card is the fallback card as PNG, nil if there is none; the error that caused it is returned as well.
	Card []byte
}

// shownCache caches the results of verified URLs, failures only for a short time. Its key is the signature, which
// covers kid, path and expiry; its tag is the image.
type shownCache = cache.Cache[string, shownEntry]

type shownEntry struct {
	imageID  string
	location string
	// failure and until are set for a failed image, whose location is the fallback's.
	failure *fault.Error
	until   time.Time
	card    CardSpec
}

// maxShown bounds the number of entries, of about 500 bytes each.
const maxShown = 100_000

func newShownCache() *shownCache {
	return cache.New[string](cache.Options[shownEntry]{Entries: maxShown, Tag: func(e shownEntry) string { return e.imageID }})
}
