package jwt

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/cache"
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

const (
	// maxSources bounds the memory; the source used longest ago is forgotten first.
	maxSources = 10_000
	// patience bounds one read of a source. It is not the request's: a client that goes away must not make the next
	// one read again.
	patience = 10 * time.Second
)

// Unavailable says that a source has never given a key set.
type Unavailable struct {
	// Retry is when it is read again at the earliest.
	Retry time.Duration
	cause error
}

func (u *Unavailable) Error() string { return fmt.Sprintf("no key set: %v", u.cause) }

// Unwrap returns what the last read failed with.
func (u *Unavailable) Unwrap() error { return u.cause }

// Source reads key sets and remembers them. It is safe for concurrent use.
type Source struct {
	fetch func(ctx context.Context, url string) ([]byte, error)

	mu   sync.Mutex
	sets *cache.Cache[string, *cached]
}

// cached is the key set of one address; one request at a time reads it.
type cached struct {
	mu      sync.Mutex
	keys    *Keys
	fetched time.Time // the last success
	failed  time.Time // the last failure, zero after a success
	unknown time.Time // the last look for an unknown key id
	cause   error     // what the last failure was
}

// NewSource returns a source that reads by fetch.
func NewSource(fetch func(ctx context.Context, url string) ([]byte, error)) *Source {
	return &Source{fetch: fetch, sets: cache.New[string](cache.Options[*cached]{Entries: maxSources})}
}

// Keys returns the key set at an address, as of now, for a token with the given key id. A set that is old,
// or that lacks the id, is read again, but rarely; when that fails the older one stays in use for hours.
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

// mayTry reports whether a source that was down may be asked again.
func (s *Source) mayTry(c *cached, now time.Time) bool {
	pause := missingPause
	if c.keys != nil {
		pause = downPause
	}
	return c.failed.IsZero() || now.Sub(c.failed) >= pause
}

// usable returns the set at hand. The error is an Unavailable when there never was one, and another when the one at
// hand is too old to be believed.
func (c *cached) usable(now time.Time) (*Keys, error) {
	if c.keys == nil {
		return nil, &Unavailable{Retry: max(time.Second, c.failed.Add(missingPause).Sub(now)), cause: c.cause}
	}
	if now.Sub(c.fetched) >= staleFor {
		return nil, fmt.Errorf("the key set is too old: %w", c.cause)
	}
	return c.keys, nil
}
