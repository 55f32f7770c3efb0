// Package idempotency executes a retried mutation once.
//
// The check chain puts a Request into the context; Run wraps the handler. A use case adds two lines:
//
//	err := db.InTx(ctx, func(ctx context.Context) error {
//		if err := idempotency.Claim(ctx); err != nil { return err } // after every check that can fail
//		… hold credits, write rows, enqueue …
//		return idempotency.Complete(ctx, http.StatusAccepted, response)
//	})
//
// or uses Do for both. Claim and Complete may be in different transactions; in between the
// claim is a lease that Run renews. Without a key in the context Claim does nothing and Complete only
// appends the request's audit entry.
//
// Only successful responses are stored and replayed. Rejections that may pass later (402, 409, 429) and
// failures (5xx) release the claim and keep the fingerprint: the same body executes again, another body
// conflicts. Errors of the request itself (400, 401, 403, 404) leave no trace. A key expires 24
// hours after its first claim, by database time.
//
// A stored response is replayed only to a credential that may read it: its brand and the scopes that the use case
// noted (ident.Belongs, ident.Requires) are checked again, and a rejection is FORBIDDEN.
package idempotency

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/google/uuid"

	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/killpoint"
	"github.com/platenhq/platen/modules/platform/lease"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/secret"
)

const (
	ttl       = 24 * time.Hour
	leaseTime = 60 * time.Second
	waitLimit = 5 * time.Second
	busyRetry = 2 * time.Second
	use       = "idempotency"
)

// Store keeps claims and responses. Responses are encrypted: some hold a secret that is shown once. It is safe
// for concurrent use.
type Store struct {
	db      *pg.DB
	secrets *secret.Ring
	leases  *lease.Keeper

	// Restore adds to a stored response what was left out of it because it is stored elsewhere, such as the bytes of
	// images; nil does nothing.
	Restore func(ctx context.Context, response proto.Message) error
}

// New returns a store on db. leases renews the claims of requests that take long.
func New(db *pg.DB, secrets *secret.Ring, leases *lease.Keeper) *Store {
	return &Store{db: db, secrets: secrets, leases: leases}
}

// Reply is a stored response to replay. It is an error that Claim returns through the transaction,
// which rolls back, to Run.
type Reply struct {
	Status  int
	Message proto.Message
}

// Error implements error; clients never see its text.
func (*Reply) Error() string {
	return "the request was executed before; its stored response is replayed"
}

// errBusy is returned by Claim to Run when another request executes the same key.
var errBusy = errors.New("the same key is being executed")

// Request is one keyed mutation. It belongs to one HTTP request.
type Request struct {
	// OnWait, if set, is called before the request waits for an execution in flight.
	OnWait func()

	store       *Store
	who         *ident.Principal
	scope, key  string
	fingerprint [32]byte
	token       string

	mu        sync.Mutex
	claimed   bool
	completed bool
	stop      func()
}

// ParseKey returns the key in canonical form, or an InvalidIdempotencyKey unless it is one UUID v4.
func ParseKey(values []string) (string, error) {
	refuse := func() error {
		return fault.New(fault.InvalidIdempotencyKey, "Idempotency-Key must be one UUID v4.").With(fault.Detail{
			Path: "header:Idempotency-Key", Rule: "uuid_v4", Message: "Idempotency-Key must be one UUID v4."})
	}
	if len(values) != 1 || len(values[0]) != 36 {
		return "", refuse()
	}
	id, err := uuid.Parse(values[0])
	if err != nil || id.Version() != 4 || id.Variant() != uuid.RFC4122 {
		return "", refuse()
	}
	return id.String(), nil
}

// Request returns the keyed request of a principal. The key is in the form ParseKey returns; the
// fingerprint covers method, path, query and canonical body.
func (s *Store) Request(p *ident.Principal, key string, fingerprint [32]byte) *Request {
	scope := fmt.Sprintf("%s|%s|%s", p.Workspace, p.Mode, p.Class())
	return &Request{store: s, who: p, scope: scope, key: key, fingerprint: fingerprint, token: uuid.NewString()}
}

// Fingerprint returns the hash that identifies the request; approvals are keyed by it too.
func (r *Request) Fingerprint() [32]byte { return r.fingerprint }

type requestKey struct{}

// With returns a context in which Claim and Complete apply to r.
func With(ctx context.Context, r *Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// From returns the keyed request of ctx, nil when the client sent no key.
func From(ctx context.Context) *Request {
	r, _ := ctx.Value(requestKey{}).(*Request)
	return r
}

// Lookup is check 8: the stored response, or nil when the request may execute. It waits up to five seconds
// for an execution in flight. The errors are faults: another request used the key, or the execution is
// still running.
func (s *Store) Lookup(ctx context.Context, r *Request) (*Reply, error) {
	deadline := clock.Now().Add(waitLimit)
	for pause := 20 * time.Millisecond; ; pause = min(2*pause, 200*time.Millisecond) {
		reply, busy, err := s.lookUp(ctx, r)
		if err != nil || !busy {
			return reply, err
		}
		if !clock.Now().Before(deadline) {
			return nil, fault.State("idempotency_in_progress", "A request with this Idempotency-Key is still running.").After(busyRetry)
		}
		if r.OnWait != nil {
			r.OnWait()
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pause):
		}
	}
}

func (s *Store) lookUp(ctx context.Context, r *Request) (reply *Reply, busy bool, err error) {
	var same, leased bool
	var state, limit, brands, scopes string
	var need rights
	var status sql.NullInt64
	var typ sql.NullString
	var body []byte
	err = s.db.SQL(ctx).QueryRowContext(ctx, `
		SELECT fingerprint = $3, state, lease_until > svc_now(), status, response_type, response,
			actor, brand_limit IS NOT NULL, coalesce(array_to_string(brand_limit, ','), ''), array_to_string(brands, ','), array_to_string(scopes, ',')
		FROM platform.idempotency WHERE scope = $1 AND key = $2 AND claimed_at + $4 * interval '1 second' > svc_now()`,
		r.scope, r.key, r.fingerprint[:], int(ttl.Seconds())).Scan(&same, &state, &leased, &status, &typ, &body, &need.actor, &need.limited, &limit, &brands, &scopes)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("looking up an idempotency key: %w", err)
	case !same:
		return nil, false, fault.New(fault.IdempotencyConflict, "This Idempotency-Key was used with another body, URL or method. Use a fresh key for a new request.").With(
			fault.Detail{Path: "header:Idempotency-Key", Rule: "idempotency_key_reused", Message: "The key belongs to another request."})
	case state == "running":
		return nil, leased, nil
	case state == "stored":
		need.limit, need.brands, need.scopes = split(limit), split(brands), split(scopes)
		if err := need.check(r.who); err != nil {
			return nil, false, err
		}
		plain, err := s.secrets.Open(use, r.scope+"|"+r.key, body)
		if err != nil {
			return nil, false, fmt.Errorf("opening a stored response: %w", err)
		}
		if reply, err = decode(int(status.Int64), typ.String, plain); err == nil && s.Restore != nil {
			err = s.Restore(ctx, reply.Message)
		}
		return reply, false, err
	default:
		return nil, false, nil
	}
}

func decode(status int, typ string, body []byte) (*Reply, error) {
	mt, err := protoregistry.GlobalTypes.FindMessageByName(protoreflect.FullName(typ))
	if err != nil {
		return nil, fmt.Errorf("finding the type of a stored response: %w", err)
	}
	msg := mt.New().Interface()
	if err := proto.Unmarshal(body, msg); err != nil {
		return nil, fmt.Errorf("reading a stored response: %w", err)
	}
	return &Reply{Status: status, Message: msg}, nil
}

// Claim takes the key for this execution, in the transaction of ctx when one is open. Its errors, which the transaction may
// return later, must be returned unchanged: Run turns them into a replay or a rejection.
func Claim(ctx context.Context) error {
	r := From(ctx)
	if r == nil {
		return nil
	}
	db := r.store.db
	killpoint.Reach(killpoint.BeforeClaim)
	if db.Tx(ctx) == nil {
		return r.claimNow(ctx)
	}
	err := db.Send(ctx, pg.Statement{
		SQL:  "SELECT svc_require(" + claim + ", $7)",
		Args: append(r.claimArgs(), pg.Taken),
		Failed: func(err error) error {
			if code := pg.Code(err); code == pg.LockTimeout || code == pg.Taken {
				return errBusy
			}
			return fmt.Errorf("claiming an idempotency key: %w", err)
		},
	})
	if err != nil {
		return err
	}
	killpoint.Reach(killpoint.AfterClaim)
	db.AfterCommit(ctx, func() { r.begin(ctx) })
	return nil
}

// claim is the expression for a claim; claimArgs are its arguments.
const claim = "platform.idempotency_claim($1, $2, $3, $4, $5 * interval '1 second', $6 * interval '1 second')"

func (r *Request) claimArgs() []any {
	return []any{r.scope, r.key, r.fingerprint[:], r.token, int(leaseTime.Seconds()), int(ttl.Seconds())}
}

// claimNow is Claim without a transaction.
func (r *Request) claimNow(ctx context.Context) error {
	var ok bool
	err := r.store.db.SQL(ctx).QueryRowContext(ctx, "SELECT "+claim,
		r.claimArgs()...).Scan(&ok)
	if err != nil {
		if pg.Code(err) == pg.LockTimeout {
			return errBusy
		}
		return fmt.Errorf("claiming an idempotency key: %w", err)
	}
	if !ok {
		reply, _, err := r.store.lookUp(ctx, r)
		if err != nil {
			return err
		}
		if reply != nil {
			return reply
		}
		return errBusy
	}
	killpoint.Reach(killpoint.AfterClaim)
	r.begin(ctx)
	return nil
}

// begin records that the claim is committed and renews its lease until Run ends, unless the response was
// stored in the same transaction.
func (r *Request) begin(ctx context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.claimed = true
	if r.completed || r.stop != nil {
		return
	}
	r.stop = r.store.leases.Start(pg.Outside(context.WithoutCancel(ctx)), lease.Lease{
		Name: "platform.idempotency", Every: leaseTime / 3, Renew: r.renew, Gone: ErrLost,
	})
}

// renew extends the lease of a running execution. The error is ErrLost when another execution has claimed the key.
func (r *Request) renew(ctx context.Context) error {
	res, err := r.store.db.SQL(ctx).ExecContext(ctx, `UPDATE platform.idempotency SET lease_until = svc_now() + $4 * interval '1 second'
		WHERE scope = $1 AND key = $2 AND token = $3 AND state = 'running'`, r.scope, r.key, r.token, int(leaseTime.Seconds()))
	if err != nil {
		return err
	}
	r.mu.Lock()
	completed := r.completed
	r.mu.Unlock()
	if n, err := res.RowsAffected(); err != nil || n > 0 || completed {
		return err
	}
	return ErrLost
}

// ErrLost is returned when the lease expired and another execution claimed the key: discard the result.
var ErrLost = errors.New("the idempotency claim was lost to another execution")

// Complete stores the response, in the transaction of ctx when one is open, so that it exists exactly when
// the result does. status is the HTTP status of the REST facade.
func Complete(ctx context.Context, status int, response proto.Message) error {
	if err := audit.Done(ctx, response); err != nil {
		return err
	}
	r := From(ctx)
	if r == nil {
		return nil
	}
	body, err := proto.MarshalOptions{Deterministic: true}.Marshal(response)
	if err != nil {
		return fmt.Errorf("encoding a response to store: %w", err)
	}
	err = r.store.db.Send(ctx, pg.Statement{
		SQL: `
		WITH stored AS (
			UPDATE platform.idempotency SET state = 'stored', status = $4, response_type = $5, response = $6, actor = $7,
				brand_limit = CASE WHEN $8 THEN string_to_array($9, ',') END, brands = string_to_array($10, ','), scopes = string_to_array($11, ',')
			WHERE scope = $1 AND key = $2 AND token = $3 RETURNING 1)
		SELECT svc_require(EXISTS (SELECT FROM stored), $12)`,
		Args: []any{r.scope, r.key, r.token, status, string(response.ProtoReflect().Descriptor().FullName()), r.store.secrets.Seal(use, r.scope+"|"+r.key, body),
			r.who.Actor(), r.who.Tenant().Limited(), strings.Join(r.who.Tenant().Brands(), ","), strings.Join(audit.BrandsOf(ctx, response), ","),
			strings.Join(ident.StampOf(ctx).Required(), ","), pg.Gone},
		Failed: func(err error) error {
			if pg.Code(err) == pg.Gone {
				return ErrLost
			}
			return fmt.Errorf("storing a response: %w", err)
		},
	})
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.completed = true
	r.mu.Unlock()
	return nil
}

// Do runs fn in one transaction that also claims the key and stores fn's response, for use
// cases that need nothing in between.
func Do[M proto.Message](ctx context.Context, db *pg.DB, status int, fn func(ctx context.Context) (M, error)) (M, error) {
	var response M
	err := db.InTx(ctx, func(ctx context.Context) error {
		if err := Claim(ctx); err != nil {
			return err
		}
		var err error
		if response, err = fn(ctx); err != nil {
			return err
		}
		return Complete(ctx, status, response)
	})
	if err != nil {
		var none M
		return none, err
	}
	return response, nil
}
