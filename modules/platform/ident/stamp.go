package ident

import (
	"context"
	"slices"
	"sync"
)

// Stamp collects the owners of the response of a request while its use case runs: stored responses and audit entries
// are shown only to credentials that may read them. It is safe for concurrent use.
type Stamp struct {
	mu       sync.Mutex
	brands   []string
	unbound  bool // something in the response belongs to no brand
	required []string
}

type stampKey struct{}

// WithStamp returns a context in which Belongs and Requires write to a new stamp.
func WithStamp(ctx context.Context) context.Context {
	return context.WithValue(ctx, stampKey{}, &Stamp{})
}

// StampOf returns the stamp of ctx, nil when there is none.
func StampOf(ctx context.Context) *Stamp {
	s, _ := ctx.Value(stampKey{}).(*Stamp)
	return s
}

// Belongs records that the response contains data of a brand, "" for data of no brand.
func Belongs(ctx context.Context, brand string) {
	s := StampOf(ctx)
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case brand == "":
		s.unbound = true
	case !slices.Contains(s.brands, brand):
		s.brands = append(s.brands, brand)
	}
}

// Requires records scopes, besides that of the route, that reading the response requires, such as those of a key that
// it shows.
func Requires(ctx context.Context, scopes ...string) {
	if s := StampOf(ctx); s != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.required = append(s.required, scopes...)
	}
}

// Brands returns the brands that the response belongs to, none when something in it belongs to none; noted reports
// whether Belongs was called at all.
func (s *Stamp) Brands() (brands []string, noted bool) {
	if s == nil {
		return nil, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unbound {
		return nil, true
	}
	return slices.Clone(s.brands), len(s.brands) > 0
}

// Required returns the scopes that Requires recorded.
func (s *Stamp) Required() []string {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.required)
}
