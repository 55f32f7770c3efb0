// Package cache is the one bounded cache of a process: the least recently used entry is evicted first, entries may
// expire, may be bounded by a sum of costs, and are dropped by tag without a scan.
//
// It caches what another system owns (rows, objects, remote verdicts). Invalidations race with reads of that
// system: read Epoch before the source and pass it to Put, which stores nothing when an entry was dropped in
// between.
package cache

import (
	"math"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/platenhq/platen/modules/platform/clock"
)

// Options bound a cache. At least one of Entries and Cost bounds it.
type Options[V any] struct {
	// Entries is the largest number of entries, 0 for no bound on their number.
	Entries int
	// Cost returns what an entry costs, such as its bytes; MaxCost is the largest sum. An entry that costs more
	// than MaxCost is not stored. Without Cost there is no bound on the sum.
	Cost    func(V) int
	MaxCost int
	// TTL is how long an entry is returned, 0 for as long as it is kept. Clock is the clock that it is measured
	// by, nil for the system's.
	TTL   time.Duration
	Clock clock.Clock
	// Tag returns the name that an entry is dropped by, for caches whose invalidations do not name the key. "" is
	// no tag.
	Tag func(V) string
}

// Cache is a bounded cache. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	o Options[V]

	mu    sync.Mutex
	lru   *simplelru.LRU[K, entry[V]]
	tags  map[string]map[K]struct{}
	sum   int
	epoch uint64
}

type entry[V any] struct {
	v     V
	until time.Time // zero for no expiry
	tag   string
	cost  int
}

// New returns an empty cache. It panics without a bound, which is a programming error.
func New[K comparable, V any](o Options[V]) *Cache[K, V] {
	if o.Entries <= 0 && o.Cost == nil {
		panic("cache: Options name no bound")
	}
	if o.Clock == nil {
		o.Clock = clock.System()
	}
	if o.Entries <= 0 {
		o.Entries = math.MaxInt
	}
	c := &Cache[K, V]{o: o, tags: map[string]map[K]struct{}{}}
	c.lru, _ = simplelru.NewLRU(o.Entries, c.removed) // fails for a size below 1 only
	return c
}

// Get returns the entry of key and whether there is one.
func (c *Cache[K, V]) Get(key K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.lru.Get(key)
	if ok && !e.until.IsZero() && !c.o.Clock.Now().Before(e.until) {
		c.lru.Remove(key)
		e, ok = entry[V]{}, false
	}
	return e.v, ok
}

// Epoch returns the number of drops. Read it before the source that an entry comes from, and pass it to Put.
func (c *Cache[K, V]) Epoch() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.epoch
}

// Put stores an entry, replacing an older one, unless something was dropped since epoch.
func (c *Cache[K, V]) Put(key K, v V, epoch uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.epoch == epoch {
		c.add(key, v)
	}
}

// Add stores an entry, replacing an older one. It is for values that are never invalidated.
func (c *Cache[K, V]) Add(key K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(key, v)
}

func (c *Cache[K, V]) add(key K, v V) {
	e := entry[V]{v: v}
	if c.o.Cost != nil {
		if e.cost = c.o.Cost(v); e.cost > c.o.MaxCost {
			return
		}
	}
	if c.o.TTL > 0 {
		e.until = c.o.Clock.Now().Add(c.o.TTL)
	}
	if c.o.Tag != nil {
		e.tag = c.o.Tag(v)
	}
	c.lru.Remove(key) // so that removed sees the older entry
	if c.lru.Add(key, e); e.tag != "" {
		if c.tags[e.tag] == nil {
			c.tags[e.tag] = map[K]struct{}{}
		}
		c.tags[e.tag][key] = struct{}{}
	}
	for c.sum += e.cost; c.o.Cost != nil && c.sum > c.o.MaxCost; {
		c.lru.RemoveOldest()
	}
}

// removed updates tags and costs when an entry leaves the cache for any reason. The mutex is held.
func (c *Cache[K, V]) removed(key K, e entry[V]) {
	c.sum -= e.cost
	if keys := c.tags[e.tag]; keys != nil {
		if delete(keys, key); len(keys) == 0 {
			delete(c.tags, e.tag)
		}
	}
}

// Remove drops the entry of key.
func (c *Cache[K, V]) Remove(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.epoch++
	c.lru.Remove(key)
}

// Drop drops the entries with a tag; "" drops all.
func (c *Cache[K, V]) Drop(tag string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.epoch++
	if tag == "" {
		c.lru.Purge()
		return
	}
	for key := range c.tags[tag] {
		c.lru.Remove(key)
	}
}

// Len returns the number of entries, expired ones included.
func (c *Cache[K, V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lru.Len()
}
