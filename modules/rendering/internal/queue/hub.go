package queue

import (
	"context"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/wakeup"
)

// ChangedChannel carries the ids of jobs that changed, and EndOf the ids of those that ended.
const ChangedChannel = "rendering_job"

const waitingChannel = "rendering_waiting" // the payload is the engine of the waiting job

// Recheck bounds the delay of a change whose notification was lost.
const Recheck = 5 * time.Second

// Changed notifies the watchers of a job in every process that it changed, at the commit of ctx's transaction.
func Changed(ctx context.Context, db *pg.DB, jobID string) error {
	return db.Notify(ctx, ChangedChannel, jobID)
}

// Ended is Changed for the change that ends the job.
func Ended(ctx context.Context, db *pg.DB, jobID string) error {
	return db.Notify(ctx, ChangedChannel, EndOf(jobID))
}

// EndOf returns the key under which watchers are signalled only when the job ends.
func EndOf(jobID string) string { return jobID + endMark }

const endMark = " ended"

// Waiting notifies the workers of every process at the commit of ctx's transaction that a job of an engine waits.
// Workers also poll: a lost notification delays the job by a second.
func Waiting(ctx context.Context, db *pg.DB, engine string) error {
	return db.Notify(ctx, waitingChannel, engine)
}

// Subscribe connects a process to the notifications: watchers is signalled with the ids of jobs that changed, and wake
// is called with the engine of a waiting job, "" when notifications may have been lost. Of a job that ended, watchers of its
// end are signalled, too.
func Subscribe(l *pg.Listener, watchers *wakeup.Hub, wake func(engine string)) {
	l.Subscribe(ChangedChannel, func(payload string) {
		watchers.Notify(payload)
		if id, ended := strings.CutSuffix(payload, endMark); ended {
			watchers.Notify(id)
		}
	})
	l.Subscribe(waitingChannel, wake)
}
