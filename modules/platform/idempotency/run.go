package idempotency

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Run executes the handler of a keyed request and settles the key afterwards. replayed reports whether the
// response is a stored one. The chain calls it after Lookup found nothing.
func (s *Store) Run(ctx context.Context, r *Request, handler func(ctx context.Context) (proto.Message, error)) (response proto.Message, replayed bool, err error) {
	response, err = s.guarded(With(ctx, r), r, handler)
	r.mu.Lock()
	claimed, completed := r.claimed, r.completed
	r.mu.Unlock()
	var reply *Reply
	switch {
	case errors.As(err, &reply):
		return reply.Message, true, nil
	case errors.Is(err, errBusy):
		reply, err := s.Lookup(ctx, r)
		switch {
		case err != nil:
			return nil, false, err
		case reply != nil:
			return reply.Message, true, nil
		default:
			return nil, false, fault.State("idempotency_in_progress", "A request with this Idempotency-Key was running until just now.").After(busyRetry)
		}
	}
	// The key is settled even when the client has disconnected.
	settle, cancel := context.WithTimeout(pg.Outside(context.WithoutCancel(ctx)), 10*time.Second)
	defer cancel()
	if err != nil {
		if fault.CodeOf(err) == fault.IdempotencyConflict {
			return nil, false, err
		}
		if e := s.release(settle, r, err, claimed); e != nil {
			return nil, false, errors.Join(err, e)
		}
		return nil, false, err
	}
	if !completed {
		if e := s.storeLate(settle, r, claimed, response); e != nil && !errors.Is(e, ErrLost) {
			return nil, false, e
		}
	}
	return response, false, nil
}

// guarded runs the handler and ends the renewal of the lease, also when the handler panics. In that case it also
// releases the key, so that a retry need not wait for the lease to expire.
func (s *Store) guarded(ctx context.Context, r *Request, handler func(ctx context.Context) (proto.Message, error)) (response proto.Message, err error) {
	panicked := true
	defer func() {
		r.mu.Lock()
		stop := r.stop
		r.mu.Unlock()
		if stop != nil {
			stop()
		}
		if panicked {
			settle, cancel := context.WithTimeout(pg.Outside(context.WithoutCancel(ctx)), 10*time.Second)
			defer cancel()
			_ = s.release(settle, r, errPanicked, false) // the panic continues; if the release fails, the lease expires
		}
	}()
	response, err = handler(ctx)
	panicked = false
	return response, err
}

// errPanicked is the cause of the release after a handler panicked.
var errPanicked = errors.New("the handler panicked")

// release settles a key whose execution produced no response to store.
func (s *Store) release(ctx context.Context, r *Request, cause error, claimed bool) error {
	switch fault.From(cause).Kind() {
	case fault.KindPayment, fault.KindConflict, fault.KindLimited, fault.KindInternal:
		_, err := s.db.SQL(ctx).ExecContext(ctx, `
			INSERT INTO platform.idempotency AS i (scope, key, fingerprint, state, token, lease_until, claimed_at)
			VALUES ($1, $2, $3, 'released', $4, svc_now(), svc_now())
			ON CONFLICT (scope, key) DO UPDATE SET state = 'released', lease_until = svc_now()
			WHERE i.token = excluded.token AND i.state = 'running'`, r.scope, r.key, r.fingerprint[:], r.token)
		if err != nil {
			return fmt.Errorf("releasing an idempotency key: %w", err)
		}
	default:
		if !claimed {
			return nil
		}
		if _, err := s.db.SQL(ctx).ExecContext(ctx, "DELETE FROM platform.idempotency WHERE scope = $1 AND key = $2 AND token = $3",
			r.scope, r.key, r.token); err != nil {
			return fmt.Errorf("forgetting an idempotency key: %w", err)
		}
	}
	return nil
}

// storeLate stores the response for use cases that did not do so themselves.
func (s *Store) storeLate(ctx context.Context, r *Request, claimed bool, response proto.Message) error {
	ctx = With(ctx, r)
	if !claimed {
		switch err := Claim(ctx); {
		case errors.Is(err, errBusy):
			return nil
		case err != nil:
			var reply *Reply
			if errors.As(err, &reply) {
				return nil
			}
			return err
		}
		r.mu.Lock()
		stop := r.stop
		r.mu.Unlock()
		if stop != nil {
			defer stop()
		}
	}
	return Complete(ctx, http.StatusOK, response)
}

// Sweep deletes keys whose 24 hours are over; it returns how many.
func (s *Store) Sweep(ctx context.Context) (int64, error) {
	res, err := s.db.SQL(ctx).ExecContext(ctx, "DELETE FROM platform.idempotency WHERE claimed_at + $1 * interval '1 second' <= svc_now()", int(ttl.Seconds()))
	if err != nil {
		return 0, fmt.Errorf("sweeping idempotency keys: %w", err)
	}
	return res.RowsAffected()
}
