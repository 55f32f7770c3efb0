package platen_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"connectrpc.com/connect"

	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
	"github.com/platenhq/platen/proto/gen/platen/rendering/v1/renderingv1connect"
	platen "github.com/platenhq/platen/sdk/go"
)

// jobService gives each stream the next script: the sequences it sends, then an error or nil.
type jobService struct {
	renderingv1connect.UnimplementedRenderServiceHandler
	mu      sync.Mutex
	streams []script
	calls   []string
	polls   int64
}

type script struct {
	sequences []int64
	err       error
}

const last = 4 // the sequence that completes a job

func jobAt(sequence int64) *renderingv1.RenderJob {
	job := &renderingv1.RenderJob{Id: "job_1", Sequence: sequence, Status: renderingv1.RenderStatus_RENDER_STATUS_PROCESSING}
	if sequence >= last {
		job.Status = renderingv1.RenderStatus_RENDER_STATUS_COMPLETED
	}
	return job
}

func (s *jobService) WatchRenderJob(_ context.Context, in *renderingv1.WatchRenderJobRequest, out *connect.ServerStream[renderingv1.RenderJobEvent]) error {
	s.mu.Lock()
	s.calls = append(s.calls, fmt.Sprintf("watch %d", in.GetAfterSequence()))
	if len(s.streams) == 0 {
		s.mu.Unlock()
		return failure(connect.CodeResourceExhausted, &apiv1.Error{Code: "RATE_LIMIT_EXCEEDED"})
	}
	now := s.streams[0]
	s.streams = s.streams[1:]
	s.mu.Unlock()
	for _, n := range now.sequences {
		event := &renderingv1.RenderJobEvent{Kind: renderingv1.JobEventKind_JOB_EVENT_KIND_STATUS, Sequence: n, Job: jobAt(n)}
		if n >= last {
			event.Kind = renderingv1.JobEventKind_JOB_EVENT_KIND_DONE
		}
		if err := out.Send(event); err != nil {
			return err
		}
	}
	return now.err
}

func (s *jobService) GetRenderJob(_ context.Context, in *renderingv1.GetRenderJobRequest) (*renderingv1.RenderJob, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, fmt.Sprintf("poll %d", in.GetWait()))
	s.polls++
	return jobAt(2 + s.polls), nil
}

func TestWaitForJobFollowsTheStreamAndFallsBackToPolls(t *testing.T) {
	t.Parallel()
	lost := connect.NewError(connect.CodeUnavailable, errors.New("gone"))
	missing := failure(connect.CodeNotFound, &apiv1.Error{Code: "RENDER_JOB_NOT_FOUND"})
	for _, c := range []struct {
		name     string
		streams  []script
		calls    []string
		progress []int64
		code     string
	}{
		{"a stream to the end", []script{{sequences: []int64{1, 2, 3, 4}}}, []string{"watch 0"}, []int64{1, 2, 3, 4}, ""},
		{"a stream that is cut", []script{{[]int64{1, 2}, lost}, {[]int64{3, 4}, nil}}, []string{"watch 0", "watch 2"}, []int64{1, 2, 3, 4}, ""},
		{"a stream that ends early", []script{{[]int64{1}, nil}, {[]int64{4}, nil}}, []string{"watch 0", "watch 1"}, []int64{1, 4}, ""},
		{"no streams", nil, []string{"watch 0", "poll 20", "poll 20"}, []int64{3, 4}, ""},
		{"streams that say nothing", []script{{nil, nil}}, []string{"watch 0", "poll 20", "poll 20"}, []int64{3, 4}, ""},
		{"no streams after a while", []script{{[]int64{1, 3}, lost}}, []string{"watch 0", "watch 3", "poll 20", "poll 20"}, []int64{1, 3, 4}, ""},
		{"no such job", []script{{nil, missing}}, []string{"watch 0"}, nil, "RENDER_JOB_NOT_FOUND"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := &jobService{streams: c.streams}
			mux := http.NewServeMux()
			mux.Handle(renderingv1connect.NewRenderServiceHandler(s))
			server := httptest.NewServer(mux)
			t.Cleanup(server.Close)
			client, err := platen.New("svc_test_x", platen.WithBaseURL(server.URL), platen.WithoutPauses())
			if err != nil {
				t.Fatal(err)
			}
			var progress []int64
			job, err := client.WaitForJob(t.Context(), "job_1", platen.OnProgress(func(job *renderingv1.RenderJob) {
				progress = append(progress, job.GetSequence())
			}))
			var e *platen.Error
			switch {
			case c.code != "" && (!errors.As(err, &e) || e.Code != c.code):
				t.Errorf("got %v, want %s", err, c.code)
			case c.code == "" && (err != nil || job.GetSequence() != last):
				t.Errorf("got %v, %v", job, err)
			}
			if !slices.Equal(s.calls, c.calls) || !slices.Equal(progress, c.progress) {
				t.Errorf("calls %v, progress %v", s.calls, progress)
			}
		})
	}
}

func TestWaitForJobEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := start(t, &service{}).WaitForJob(ctx, "job_1"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
