// Package page pages through lists by keyset: newest first, by creation time and id, stable while rows
// are added.
//
// A cursor is sealed (AES-256-GCM) and bound to route, workspace, mode, brand limit and filters, so it can be neither
// read nor built nor used elsewhere. It may be used any number of times.
package page

import (
	"cmp"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// The sizes of a page.
const (
	DefaultLimit = 25
	MaxLimit     = 50
)

// Scope is what a cursor is bound to.
type Scope struct {
	// Route names the list, such as "rendering.jobs".
	Route string
	// Tenant is the owner of the list, with its brand limit.
	Tenant ident.Tenant
	// Filters is any text that differs when the filters differ.
	Filters string
}

// Position is a position in a list: after the row with this time (to the microsecond) and id.
type Position struct {
	CreatedAt time.Time
	ID        string
}

// Request is the requested page.
type Request struct {
	scope Scope
	// Limit is between 1 and MaxLimit.
	limit    int
	from     *Position
	backward bool
}

// Sealer creates and reads cursors. It is safe for concurrent use.
type Sealer struct{ aead cipher.AEAD }

// NewSealer returns a sealer over an AEAD; processes that share one accept each other's cursors.
func NewSealer(aead cipher.AEAD) *Sealer { return &Sealer{aead} }

// Request checks a client's limit and cursor (nil or empty: the defaults). The error is an InvalidRequest.
func (s *Sealer) Request(scope Scope, limit *int32, cursor *string) (Request, error) {
	r := Request{scope: scope, limit: DefaultLimit}
	var details []fault.Detail
	if limit != nil {
		r.limit = int(*limit)
		if r.limit < 1 || r.limit > MaxLimit {
			rule, bound := "minimum", 1
			if r.limit > MaxLimit {
				rule, bound = "maximum", MaxLimit
			}
			details = append(details, fault.Detail{Path: "query:limit", Rule: rule, Expected: int64(bound), Actual: int64(*limit),
				Message: fmt.Sprintf("limit must be between 1 and %d.", MaxLimit)})
		}
	}
	if cursor != nil && *cursor != "" {
		pos, backward, err := s.open(scope, *cursor)
		if err != nil {
			details = append(details, fault.Detail{Path: "query:cursor", Rule: "cursor",
				Message: "cursor is not a next_cursor or prev_cursor of this list with these filters."})
		}
		r.from, r.backward = &pos, backward
	}
	if len(details) > 0 {
		return Request{}, fault.Invalid(details...)
	}
	return r, nil
}

// Fetch is the number of rows to select: one more than the page, to see whether more follow.
func (r Request) Fetch() int { return r.limit + 1 }

// Where returns the keyset condition on the columns created_at and id with ? placeholders, its arguments
// and the ORDER BY expression. The condition is TRUE on the first page.
func (r Request) Where() (cond string, args []any, order string) {
	order = "created_at DESC, id DESC"
	if r.backward {
		order = "created_at ASC, id ASC"
	}
	if r.from == nil {
		return "TRUE", nil, order
	}
	op := "<"
	if r.backward {
		op = ">"
	}
	return "(created_at, id) " + op + " (?, ?)", []any{r.from.CreatedAt, r.from.ID}, order
}

// Page is one page of a list.
type Page[T any] struct {
	Items []T
	// HasMore reports whether rows follow this page. Next and Prev are cursors, "" if there is none.
	HasMore    bool
	Next, Prev string
}

// Cut builds the page from the rows that Where and Fetch selected; pos returns a row's position.
func Cut[T any](s *Sealer, r Request, rows []T, pos func(T) Position) Page[T] {
	extra := len(rows) > r.limit
	if extra {
		rows = rows[:r.limit]
	}
	if r.backward {
		rows = slices.Clone(rows)
		slices.Reverse(rows)
	}
	p := Page[T]{Items: rows}
	if len(rows) == 0 {
		return p
	}
	// Going backward means coming from a page that follows this one.
	p.HasMore = r.backward || extra
	if p.HasMore {
		p.Next = s.seal(r.scope, pos(rows[len(rows)-1]), false)
	}
	if (r.backward && extra) || (!r.backward && r.from != nil) {
		p.Prev = s.seal(r.scope, pos(rows[0]), true)
	}
	return p
}

// Map returns the page with each item converted.
func Map[T, U any](p Page[T], f func(T) U) Page[U] {
	out := Page[U]{Items: make([]U, len(p.Items)), HasMore: p.HasMore, Next: p.Next, Prev: p.Prev}
	for i, v := range p.Items {
		out.Items[i] = f(v)
	}
	return out
}

func (s *Sealer) seal(scope Scope, p Position, backward bool) string {
	plain := make([]byte, 9, 9+len(p.ID))
	if backward {
		plain[0] = 1
	}
	binary.BigEndian.PutUint64(plain[1:], uint64(p.CreatedAt.UnixMicro()))
	plain = append(plain, p.ID...)
	nonce := make([]byte, s.aead.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		panic("page: no randomness: " + err.Error())
	}
	return base64.RawURLEncoding.EncodeToString(s.aead.Seal(nonce, nonce, plain, scope.bind()))
}

func (s *Sealer) open(scope Scope, cursor string) (Position, bool, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil {
		return Position{}, false, err
	}
	n := s.aead.NonceSize()
	if len(raw) < n {
		return Position{}, false, errors.New("too short")
	}
	plain, err := s.aead.Open(nil, raw[:n], raw[n:], scope.bind())
	if err != nil {
		return Position{}, false, err
	}
	if len(plain) < 9 {
		return Position{}, false, errors.New("too short")
	}
	micros := int64(binary.BigEndian.Uint64(plain[1:]))
	return Position{CreatedAt: time.UnixMicro(micros).UTC(), ID: string(plain[9:])}, plain[0] == 1, nil
}

func (s Scope) bind() []byte {
	h := sha256.New()
	for _, part := range []string{s.Route, s.Tenant.String(), s.Filters} {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return h.Sum(nil)
}

// Rows returns the rows of a page out of a whole list in memory: what Where and Fetch select in SQL.
func Rows[T any](r Request, all []T, pos func(T) Position) []T {
	rows := slices.Clone(all)
	slices.SortStableFunc(rows, func(a, b T) int {
		x, y := pos(a), pos(b)
		c := y.CreatedAt.Compare(x.CreatedAt)
		if c == 0 {
			c = cmp.Compare(y.ID, x.ID)
		}
		if r.backward {
			return -c
		}
		return c
	})
	if r.from != nil {
		rows = slices.DeleteFunc(rows, func(row T) bool {
			p := pos(row)
			c := p.CreatedAt.Compare(r.from.CreatedAt)
			if c == 0 {
				c = cmp.Compare(p.ID, r.from.ID)
			}
			if r.backward {
				return c <= 0
			}
			return c >= 0
		})
	}
	return rows[:min(len(rows), r.Fetch())]
}
