package platen

import (
	"context"
	"errors"
	"iter"

	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// pollSeconds is how long one long poll waits for the end of a job.
const pollSeconds = 20

type waiting struct {
	progress func(*renderingv1.RenderJob)
}

// WaitOption changes how WaitForJob waits.
type WaitOption func(*waiting)

// OnProgress calls report with the job as it is when waiting begins and after every change, on the goroutine
// that waits. Changes in quick succession are reported as one.
func OnProgress(report func(*renderingv1.RenderJob)) WaitOption {
	return func(w *waiting) { w.progress = report }
}

// WaitForJob returns the job when it has ended, or with the error of ctx. A failed job comes with its *Error,
// a canceled one without. It follows the job's stream and, where streams do not get through, asks again and
// again with long polls.
func (c *Client) WaitForJob(ctx context.Context, id string, opts ...WaitOption) (*renderingv1.RenderJob, error) {
	w := waiting{progress: func(*renderingv1.RenderJob) {}}
	for _, option := range opts {
		option(&w)
	}
	var last *renderingv1.RenderJob
	report := func(job *renderingv1.RenderJob) {
		if last == nil || job.GetSequence() > last.GetSequence() {
			w.progress(job)
		}
		last = job
	}
	for job, err := range c.changes(ctx, id) {
		if err != nil {
			return last, err
		}
		report(job)
	}
	if last.GetStatus() == renderingv1.RenderStatus_RENDER_STATUS_FAILED {
		return last, newError(last.GetError(), nil)
	}
	return last, nil
}

// changes yields the job as it is and after its changes, and ends after the job has, or after an error.
func (c *Client) changes(ctx context.Context, id string) iter.Seq2[*renderingv1.RenderJob, error] {
	return func(yield func(*renderingv1.RenderJob, error) bool) {
		for event, err := range c.Watch(ctx, id) {
			if err != nil {
				if ctx.Err() != nil || !worthPolling(err) {
					yield(nil, errorOf(ctx, err))
					return
				}
				break // to the long polls
			}
			if job := event.GetJob(); job != nil && (!yield(job, nil) || ended(job)) {
				return
			}
		}
		wait := int32(pollSeconds)
		for {
			job, err := c.Rendering.GetRenderJob(ctx, &renderingv1.GetRenderJobRequest{JobId: id, Wait: &wait})
			if err != nil {
				yield(nil, errorOf(ctx, err))
				return
			}
			if !yield(job, nil) || ended(job) {
				return
			}
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

// Watch yields the present state of a job and every change, and ends after the last one (JOB_EVENT_KIND_DONE).
// A stream that the service or a proxy ends before that is opened again where it stopped, as long as each
// yields a new event; an error is yielded once, last.
func (c *Client) Watch(ctx context.Context, id string) iter.Seq2[*renderingv1.RenderJobEvent, error] {
	return func(yield func(*renderingv1.RenderJobEvent, error) bool) {
		in := &renderingv1.WatchRenderJobRequest{JobId: id}
		for {
			news, done, err := c.watchOnce(ctx, in, yield)
			switch {
			case done:
				return
			case news && ctx.Err() == nil && worthPolling(err):
				continue
			case err == nil:
				err = errSilent
			}
			yield(nil, err)
			return
		}
	}
}

// errSilent means that a stream ended without a new event.
var errSilent = errors.New("platen: the job's stream ended before the job did")

// watchOnce follows one stream and sets in to resume where it stopped. news reports whether there was an event, done
// whether the job has ended or yield returned false.
func (c *Client) watchOnce(ctx context.Context, in *renderingv1.WatchRenderJobRequest, yield func(*renderingv1.RenderJobEvent, error) bool) (news, done bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := c.Rendering.WatchRenderJob(ctx, in)
	if err != nil {
		return false, false, err
	}
	defer func() { _ = stream.Close() }() // its error is that of Receive
	for stream.Receive() {
		event := stream.Msg()
		sequence := event.GetSequence()
		in.AfterSequence, news = &sequence, true
		if !yield(event, nil) || event.GetKind() == renderingv1.JobEventKind_JOB_EVENT_KIND_DONE {
			return news, true, nil
		}
	}
	return news, false, stream.Err()
}

func ended(job *renderingv1.RenderJob) bool {
	switch job.GetStatus() {
	case renderingv1.RenderStatus_RENDER_STATUS_COMPLETED, renderingv1.RenderStatus_RENDER_STATUS_CANCELED, renderingv1.RenderStatus_RENDER_STATUS_FAILED:
		return true
	}
	return false
}

// worthPolling reports whether a poll may succeed where a stream failed: not when the service said that the
// caller may not see the job, or that there is none.
func worthPolling(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return true
	}
	switch e.Code {
	case CodeConnectionLost, CodeHTTPError, CodeInvalidResponse, CodeTimeout, "RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR":
		return true
	}
	return false
}

// errorOf returns the context's error if it has ended, and otherwise err.
func errorOf(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
