package pg

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/modules/platform/clock"
)

// Notify sends payload on channel when the open transaction commits, or immediately when none is open.
// Payloads are limited to 8,000 bytes.
func (db *DB) Notify(ctx context.Context, channel, payload string) error {
	return db.Send(ctx, Statement{SQL: "SELECT pg_notify($1, $2)", Args: []any{channel, payload}, Failed: func(err error) error {
		return fmt.Errorf("notifying %s: %w", channel, err)
	}})
}

// Listener receives notifications for a whole process over one connection. Subscribe may be called at any
// time; Run must be running for anything to arrive.
type Listener struct {
	db  *DB
	log *slog.Logger

	mu      sync.Mutex
	subs    map[string]map[int]func(payload string)
	next    int
	changed chan struct{}
	ready   chan struct{}
	once    sync.Once
}

// NewListener returns a listener on db; log may be nil.
func NewListener(db *DB, log *slog.Logger) *Listener {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Listener{db: db, log: log, subs: map[string]map[int]func(string){}, changed: make(chan struct{}, 1), ready: make(chan struct{})}
}

// Subscribe calls fn for each payload on channel until cancel is called. fn runs on the listener's
// goroutine and must be quick. After a lost connection fn is called with the payload "" once, because
// notifications may have been missed: treat it as "anything may have changed".
func (l *Listener) Subscribe(channel string, fn func(payload string)) (cancel func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next++
	id := l.next
	if l.subs[channel] == nil {
		l.subs[channel] = map[int]func(string){}
		select {
		case l.changed <- struct{}{}:
		default:
		}
	}
	l.subs[channel][id] = fn
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.subs[channel], id)
	}
}

// Ready is closed when the first connection listens.
func (l *Listener) Ready() <-chan struct{} { return l.ready }

// Run listens until ctx ends, connecting again after a loss with a pause of at most two seconds.
func (l *Listener) Run(ctx context.Context) {
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, 2*time.Second) {
		start := clock.Now()
		err := l.session(ctx)
		if ctx.Err() != nil {
			return
		}
		if clock.Now().Sub(start) > 10*time.Second {
			pause = 50 * time.Millisecond
		}
		l.log.WarnContext(ctx, "lost the notification connection", "error", err, "retry_in", pause)
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

func (l *Listener) session(ctx context.Context) error {
	// A dedicated connection: holding one of the pool's permanently would shrink the pool by one.
	conn, err := pgx.ConnectConfig(ctx, l.db.pool.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	listening := map[string]bool{}
	if err := l.listen(ctx, conn, listening); err != nil {
		return err
	}
	first := false
	l.once.Do(func() { close(l.ready); first = true })
	if !first {
		for channel := range listening {
			l.deliver(channel, "")
		}
	}
	for {
		if err := l.waitOne(ctx, conn); err != nil {
			return err
		}
		if err := l.listen(ctx, conn, listening); err != nil {
			return err
		}
	}
}

// waitOne delivers one notification, or returns early when the set of channels changed.
func (l *Listener) waitOne(ctx context.Context, conn *pgx.Conn) error {
	wait, cancel := context.WithCancel(ctx)
	defer cancel()
	woken := make(chan bool, 1)
	go func() {
		select {
		case <-l.changed:
			woken <- true
			cancel()
		case <-wait.Done():
			woken <- false
		}
	}()
	n, err := conn.WaitForNotification(wait)
	cancel()
	changed := <-woken
	if err == nil {
		l.deliver(n.Channel, n.Payload)
		return nil
	}
	if changed && ctx.Err() == nil && !conn.IsClosed() {
		return nil
	}
	return err
}

func (l *Listener) listen(ctx context.Context, conn *pgx.Conn, listening map[string]bool) error {
	l.mu.Lock()
	var missing []string
	for channel := range l.subs {
		if !listening[channel] {
			missing = append(missing, channel)
		}
	}
	l.mu.Unlock()
	for _, channel := range missing {
		if _, err := conn.Exec(ctx, "LISTEN "+pgx.Identifier{channel}.Sanitize()); err != nil {
			return err
		}
		listening[channel] = true
	}
	return nil
}

func (l *Listener) deliver(channel, payload string) {
	l.mu.Lock()
	fns := make([]func(string), 0, len(l.subs[channel]))
	for _, fn := range l.subs[channel] {
		fns = append(fns, fn)
	}
	l.mu.Unlock()
	for _, fn := range fns {
		fn(payload)
	}
}
