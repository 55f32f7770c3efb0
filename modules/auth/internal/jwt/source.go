package jwt

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/cache"
)

const (
	// freshFor is the time for which a key set is used without fetching it again.
	freshFor = 10 * time.Minute
	// staleFor is the time for which it is used while its source is down.
	staleFor = 6 * time.Hour
	// unknownPause is the minimum time between fetches caused by unknown key ids.
	unknownPause = 30 * time.Second
	// downPause and missingPause are the retry intervals for a source that is down, with and without an older key set.
	downPause    = 30 * time.Second
	missingPause = 5 * time.Second
)

const (
	// maxSources is the maximum number of cached sources; the least recently used one is evicted first.
	maxSources = 10_000
	// patience is the time limit of a fetch. It does not depend on the request: a client that disconnects must not make
	// the next one fetch again.
	patience = 10 * time.Second
)

// Unavailable is the error for a source that has never returned a key set.
type Unavailable struct {
	// Retry is the minimum time until the next fetch.
	Retry time.Duration
	cause error
}

func (u *Unavailable) Error() string { return fmt.Sprintf("no key set: %v", u.cause) }

// Unwrap returns the error of the last fetch.
func (u *Unavailable) Unwrap() error { return u.cause }

// Source fetches and caches key sets. It is safe for concurrent use.
type Source struct {
	fetch func(ctx context.Context, url string) ([]byte, error)

	mu   sync.Mutex
	sets *cache.Cache[string, *cached]
}

// cached is the key set of one URL; at most one request fetches it at a time.
type cached struct {
	mu      sync.Mutex
	keys    *Keys
	fetched time.Time // time of the last success
	failed  time.Time // time of the last failure, zero after a success
	unknown time.Time // time of the last fetch for an unknown key id
	cause   error     // error of the last failure
}

// NewSource returns a source that fetches key sets with fetch.
func NewSource(fetch func(ctx context.Context, url string) ([]byte, error)) *Source {
	return &Source{fetch: fetch, sets: cache.New[string](cache.Options[*cached]{Entries: maxSources})}
}

// Keys returns the key set at a URL as of now, for a token with the given key id. A set that is old or lacks the id is
// fetched again, at a limited rate; if that fails, the older one stays in use for hours.
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
	reading, stop := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer stop()
	data, err := s.fetch(reading, url)
	var keys *Keys
	if err == nil {
		keys, err = ParseKeys(data)
	}
	if err != nil {
		c.failed, c.cause = now, fmt.Errorf("reading the key set at %s: %w", url, err)
		return c.usable(now)
	}
	c.keys, c.fetched, c.failed, c.cause = keys, now, time.Time{}, nil
	return keys, nil
}

func (s *Source) at(url string) *cached {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.sets.Get(url)
	if !ok {
		c = &cached{}
		s.sets.Add(url, c)
	}
	return c
}

// mayTry reports whether a source that was down may be fetched again.
func (s *Source) mayTry(c *cached, now time.Time) bool {
	pause := missingPause
	if c.keys != nil {
		pause = downPause
	}
	return c.failed.IsZero() || now.Sub(c.failed) >= pause
}

// usable returns the cached set. The error is an Unavailable when there never was one, and another one when the cached
// set is too old.
func (c *cached) usable(now time.Time) (*Keys, error) {
	if c.keys == nil {
		return nil, &Unavailable{Retry: max(time.Second, c.failed.Add(missingPause).Sub(now)), cause: c.cause}
	}
	if now.Sub(c.fetched) >= staleFor {
		return nil, fmt.Errorf("the key set is too old: %w", c.cause)
	}
	return c.keys, nil
}
