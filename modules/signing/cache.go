package signing

import (
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// signingKey is a key with its secret, as the caches hold it.
type signingKey struct {
	kid, secret string
	revoked     bool
	principal   *ident.Principal // whom its URLs belong to
}

// keyring remembers keys by kid.
type keyring struct {
	mu      sync.RWMutex
	entries map[string]keyEntry
	drops   uint64
}

type keyEntry struct {
	key   *signingKey
	until time.Time
}

// The bounds of the keyring. A key that changed is dropped by its notification; keyTTL is for one that got
// lost.
const (
	maxKeys = 20_000
	keyTTL  = 10 * time.Second
)

func newKeyring() *keyring { return &keyring{entries: map[string]keyEntry{}} }

func (r *keyring) get(kid string) *signingKey {
	r.mu.RLock()
	defer r.mu.RUnlock()
	e, ok := r.entries[kid]
	if !ok || clock.Now().After(e.until) {
		return nil
	}
	return e.key
}

// epoch is read before the database and given to put, so that a key dropped in between is not remembered
// from the older read.
func (r *keyring) epoch() uint64 {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.drops
}

func (r *keyring) put(k *signingKey, epoch uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.drops != epoch {
		return
	}
	if len(r.entries) >= maxKeys {
		clear(r.entries)
	}
	r.entries[k.kid] = keyEntry{k, clock.Now().Add(keyTTL)}
}

// drop forgets a key; "" forgets all.
func (r *keyring) drop(kid string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.drops++
	if kid == "" {
		clear(r.entries)
		return
	}
	delete(r.entries, kid)
}

// Shown is what a signed URL shows.
type Shown struct {
	// Location is the public address of the image, "" when there is none.
	Location string
	// ExpiresAt is when the URL ends, zero for never.
	ExpiresAt time.Time
	// Fallback says that Location is the fallback, because of the error that came with it.
	Fallback bool
}

// shownCache remembers what verified URLs show, and for a short time which of them failed. Its key is the
// signature, which stands for kid, path and expiry.
type shownCache struct {
	mu      sync.RWMutex
	entries map[string]shownEntry
	drops   uint64
}

type shownEntry struct {
	imageID  string
	location string
	// failure and until are of a failed one; its location is the fallback's.
	failure *fault.Error
	until   time.Time
}

// maxShown bounds the memory, about 400 bytes each; reaching it empties the cache.
const maxShown = 100_000

func newShownCache() *shownCache { return &shownCache{entries: map[string]shownEntry{}} }

func (c *shownCache) get(sig string) (shownEntry, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	e, ok := c.entries[sig]
	return e, ok
}

func (c *shownCache) epoch() uint64 {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.drops
}

func (c *shownCache) put(sig string, e shownEntry, epoch uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.drops != epoch {
		return
	}
	if len(c.entries) >= maxShown {
		clear(c.entries)
	}
	c.entries[sig] = e
}

// dropImage forgets the URLs that show an image; "" forgets all.
func (c *shownCache) dropImage(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drops++
	for sig, e := range c.entries {
		if id == "" || e.imageID == id {
			delete(c.entries, sig)
		}
	}
}
