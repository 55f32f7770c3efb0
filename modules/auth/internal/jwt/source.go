package jwt

import (
	"context"
	"fmt"
	"sync"
	"time"
)

const (
	// freshFor is how long a key set is believed without a look at its source.
	freshFor = 10 * time.Minute
	// staleFor is how long it is believed while its source is down.
	staleFor = 6 * time.Hour
	// unknownPause is how long no unknown key id causes a second look.
	unknownPause = 30 * time.Second
	// downPause and missingPause are the time between tries of a source that is down, with an older set at
	// hand and without.
	downPause    = 30 * time.Second
	missingPause = 5 * time.Second
)

// maxSources bounds the memory; reaching it forgets all.
const maxSources = 10_000

// Source reads key sets and remembers them. It is safe for concurrent use.
type Source struct {
	fetch func(ctx context.Context, url string) ([]byte, error)

	mu   sync.Mutex
	sets map[string]*cached
}

// cached is the key set of one address; one request at a time reads it.
type cached struct {
	mu      sync.Mutex
	keys    *Keys
	fetched time.Time // the last success
	failed  time.Time // the last failure, zero after a success
	unknown time.Time // the last look for an unknown key id
}

// NewSource returns a source that reads by fetch.
func NewSource(fetch func(ctx context.Context, url string) ([]byte, error)) *Source {
	return &Source{fetch: fetch, sets: map[string]*cached{}}
}

// Keys returns the key set at an address, as of now, for a token with the given key id. A set that is old,
// or that lacks the id, is read again, but seldom; when that fails the older one stands for hours.
func (s *Source) Keys(ctx context.Context, url, id string, now time.Time) (*Keys, error) {
	c := s.at(url)
	c.mu.Lock()
	defer c.mu.Unlock()
	stale := c.keys == nil || now.Sub(c.fetched) >= freshFor
	unknown := !stale && !c.keys.Has(id)
	switch {
	case stale && s.mayTry(c, now):
	case unknown && (c.unknown.IsZero() || now.Sub(c.unknown) >= unknownPause):
		c.unknown = now
	default:
		return c.usable(now)
	}
	data, err := s.fetch(ctx, url)
	var keys *Keys
	if err == nil {
		keys, err = ParseKeys(data)
	}
	if err != nil {
		if ctx.Err() == nil { // a client that went away says nothing about the source
			c.failed = now
		}
		older, none := c.usable(now)
		if none != nil {
			return nil, fmt.Errorf("reading the key set at %s: %w", url, err)
		}
		return older, nil
	}
	c.keys, c.fetched, c.failed = keys, now, time.Time{}
	return keys, nil
}

func (s *Source) at(url string) *cached {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.sets[url]
	if c == nil {
		if len(s.sets) >= maxSources {
			clear(s.sets)
		}
		c = &cached{}
		s.sets[url] = c
	}
	return c
}

// mayTry reports whether a source that was down may be asked again.
func (s *Source) mayTry(c *cached, now time.Time) bool {
	pause := missingPause
	if c.keys != nil {
		pause = downPause
	}
	return c.failed.IsZero() || now.Sub(c.failed) >= pause
}

func (c *cached) usable(now time.Time) (*Keys, error) {
	if c.keys == nil || now.Sub(c.fetched) >= staleFor {
		return nil, fmt.Errorf("no key set")
	}
	return c.keys, nil
}
