// Package idempotency makes a retried mutation run once.
//
// The check chain puts a Request into the context; Run wraps the handler. A use case adds two lines:
//
//	err := db.InTx(ctx, func(ctx context.Context) error {
//		if err := idempotency.Claim(ctx); err != nil { return err } // after every check that can refuse
//		… hold credits, write rows, enqueue …
//		return idempotency.Complete(ctx, http.StatusAccepted, answer)
//	})
//
// or uses Do for the whole of it. Claim and Complete may be in different transactions; in between the
// claim is a lease that Run renews. Without a key in the context Claim does nothing and Complete only
// leaves the request's audit entry.
//
// Only successful answers are stored and replayed. Refusals that may pass later (402, 409, 429) and
// failures (5xx) release the claim and keep the fingerprint: the same body executes again, another body
// conflicts. What is wrong with the request itself (400, 401, 403, 404) leaves no trace. A key lives 24
// hours from its first claim, by database time.
package idempotency

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
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
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/secret"
)

const (
	ttl       = 24 * time.Hour
	lease     = 60 * time.Second
	waitLimit = 5 * time.Second
	busyRetry = 2 * time.Second
	use       = "idempotency"
)

// Store keeps claims and answers, the answers encrypted: some hold a secret that is shown once. It is safe
// for concurrent use.
type Store struct {
	db      *pg.DB
	secrets *secret.Ring
}

// New returns a store on db.
func New(db *pg.DB, secrets *secret.Ring) *Store { return &Store{db, secrets} }

// Reply is a stored answer that is given again. As an error it travels from Claim out of the transaction,
// which rolls back, to Run.
type Reply struct {
	Status  int
	Message proto.Message
}

// Error says that the answer exists already; clients never see it.
func (*Reply) Error() string {
	return "the request was executed before; its stored answer is given again"
}

// errBusy travels from Claim to Run: somebody else executes the same key now.
var errBusy = errors.New("the same key is being executed")

// Request is one keyed mutation. It belongs to one HTTP request.
type Request struct {
	store       *Store
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
	return &Request{store: s, scope: scope, key: key, fingerprint: fingerprint, token: uuid.NewString()}
}

// Fingerprint returns what the request is bound to; approvals are keyed by it too.
func (r *Request) Fingerprint() [32]byte { return r.fingerprint }

type requestKey struct{}

// With returns a context in which Claim and Complete work on r.
func With(ctx context.Context, r *Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// From returns the keyed request of ctx, nil when the client sent no key.
func From(ctx context.Context) *Request {
	r, _ := ctx.Value(requestKey{}).(*Request)
	return r
}

// Lookup is check 8: the stored answer, or nil when the request may execute. It waits up to five seconds
// for an execution in flight. The errors are faults: another request used the key, or the execution is
// still going on.
func (s *Store) Lookup(ctx context.Context, r *Request) (*Reply, error) {
	deadline := clock.Now().Add(waitLimit)
	for pause := 20 * time.Millisecond; ; pause = min(2*pause, 200*time.Millisecond) {
		reply, busy, err := s.look(ctx, r)
		if err != nil || !busy {
			return reply, err
		}
		if !clock.Now().Before(deadline) {
			return nil, fault.State("idempotency_in_progress", "A request with this Idempotency-Key is still running.").After(busyRetry)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pause):
		}
	}
}

func (s *Store) look(ctx context.Context, r *Request) (reply *Reply, busy bool, err error) {
	var same, leased bool
	var state string
	var status sql.NullInt64
	var typ sql.NullString
	var body []byte
	err = s.db.SQL(ctx).QueryRowContext(ctx, `
		SELECT fingerprint = $3, state, lease_until > svc_now(), status, response_type, response
		FROM platform.idempotency WHERE scope = $1 AND key = $2 AND claimed_at + $4 * interval '1 second' > svc_now()`,
		r.scope, r.key, r.fingerprint[:], int(ttl.Seconds())).Scan(&same, &state, &leased, &status, &typ, &body)
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
		plain, err := s.secrets.Open(use, r.scope+"|"+r.key, body)
		if err != nil {
			return nil, false, fmt.Errorf("opening a stored answer: %w", err)
		}
		reply, err = decode(int(status.Int64), typ.String, plain)
		return reply, false, err
	default:
		return nil, false, nil
	}
}

func decode(status int, typ string, body []byte) (*Reply, error) {
	mt, err := protoregistry.GlobalTypes.FindMessageByName(protoreflect.FullName(typ))
	if err != nil {
		return nil, fmt.Errorf("finding the type of a stored answer: %w", err)
	}
	msg := mt.New().Interface()
	if err := proto.Unmarshal(body, msg); err != nil {
		return nil, fmt.Errorf("reading a stored answer: %w", err)
	}
	return &Reply{Status: status, Message: msg}, nil
}

// Claim takes the key for this execution, in the transaction of ctx when one is open. Its errors are to
// be returned as they are: Run turns them into a replay or a refusal.
func Claim(ctx context.Context) error {
	r := From(ctx)
	if r == nil {
		return nil
	}
	db := r.store.db
	var ok bool
	err := db.SQL(ctx).QueryRowContext(ctx, "SELECT platform.idempotency_claim($1, $2, $3, $4, $5 * interval '1 second', $6 * interval '1 second')",
		r.scope, r.key, r.fingerprint[:], r.token, int(lease.Seconds()), int(ttl.Seconds())).Scan(&ok)
	if err != nil {
		if pg.Code(err) == pg.LockTimeout {
			return errBusy
		}
		return fmt.Errorf("claiming an idempotency key: %w", err)
	}
	if !ok {
		reply, _, err := r.store.look(ctx, r)
		if err != nil {
			return err
		}
		if reply != nil {
			return reply
		}
		return errBusy
	}
	db.AfterCommit(ctx, func() { r.begin(ctx) })
	return nil
}

// begin notes that the claim is committed and keeps its lease alive until Run ends, unless the answer was
// stored in the same transaction.
func (r *Request) begin(ctx context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.claimed = true
	if r.completed || r.stop != nil {
		return
	}
	renewing, cancel := context.WithCancel(pg.Outside(context.WithoutCancel(ctx)))
	done := make(chan struct{})
	r.stop = func() { cancel(); <-done }
	go func() {
		defer close(done)
		for {
			select {
			case <-renewing.Done():
				return
			case <-time.After(lease / 3):
			}
			// A failed renewal is tried again; a lost lease shows when the answer is stored.
			_, _ = r.store.db.SQL(renewing).ExecContext(renewing, `UPDATE platform.idempotency SET lease_until = svc_now() + $4 * interval '1 second'
				WHERE scope = $1 AND key = $2 AND token = $3 AND state = 'running'`, r.scope, r.key, r.token, int(lease.Seconds()))
		}
	}()
}

// ErrLost says that the lease ran out and another execution has the key: throw the result away.
var ErrLost = errors.New("the idempotency claim was lost to another execution")

// Complete stores the answer, in the transaction of ctx when one is open, so that it exists exactly when
// the result does. status is the HTTP status that the REST facade gives it.
func Complete(ctx context.Context, status int, answer proto.Message) error {
	if err := audit.Done(ctx, answer); err != nil {
		return err
	}
	r := From(ctx)
	if r == nil {
		return nil
	}
	body, err := proto.MarshalOptions{Deterministic: true}.Marshal(answer)
	if err != nil {
		return fmt.Errorf("encoding an answer to store: %w", err)
	}
	res, err := r.store.db.SQL(ctx).ExecContext(ctx, `
		UPDATE platform.idempotency SET state = 'stored', status = $4, response_type = $5, response = $6
		WHERE scope = $1 AND key = $2 AND token = $3`,
		r.scope, r.key, r.token, status, string(answer.ProtoReflect().Descriptor().FullName()), r.store.secrets.Seal(use, r.scope+"|"+r.key, body))
	if err != nil {
		return fmt.Errorf("storing an answer: %w", err)
	}
	if n, _ := res.RowsAffected(); n == 0 {
		return ErrLost
	}
	r.mu.Lock()
	r.completed = true
	r.mu.Unlock()
	return nil
}

// Do runs fn in one transaction that also claims the key and stores fn's answer: the two lines for use
// cases that need nothing in between.
func Do[M proto.Message](ctx context.Context, db *pg.DB, status int, fn func(ctx context.Context) (M, error)) (M, error) {
	var answer M
	err := db.InTx(ctx, func(ctx context.Context) error {
		if err := Claim(ctx); err != nil {
			return err
		}
		var err error
		if answer, err = fn(ctx); err != nil {
			return err
		}
		return Complete(ctx, status, answer)
	})
	if err != nil {
		var none M
		return none, err
	}
	return answer, nil
}
