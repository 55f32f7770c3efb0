package scenarios

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
)

// minute is a one-minute animation of a growing bar.
const minute = `<style>body{margin:0}@keyframes go{to{width:100%}}div{width:0;height:100vh;background:#0ea5e9;animation:go 60s linear}</style><div></div>`

// TestFilmOfAMinute renders 1800 frames as a job: the event stream reports the number of rendered frames, a canceled job
// costs nothing, and a preview is rejected with a reference to jobs.
func TestFilmOfAMinute(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_FFMPEG": "off"})
	type job struct {
		ID, Status string
		Progress   struct {
			Completed, Total int
			Frames           *struct{ Completed, Total int }
		}
		Outputs []struct{ URL string }
		Usage   struct {
			Charged int `json:"credits_charged"`
		}
	}
	queue := func(output string) (j job) {
		html, err := json.Marshal(minute)
		if err != nil {
			t.Fatal(err)
		}
		s.Do(t, http.MethodPost, "/api/v1/facade/generate", s.Live, fmt.Sprintf(`{"operation":"render","html":%s,"outputs":[%s]}`, html, output)).JSON(t, &j)
		return j
	}

	refused := preview(t, s, s.Live, minute, `{"width":64,"height":36,"format":"webp","animation":{"fps":30}}`)
	if text := string(refused.Body); refused.Status != 400 || !strings.Contains(text, "max_frames") || !strings.Contains(text, `operation \"render\"`) {
		t.Errorf("a preview returns %d %s", refused.Status, text)
	}

	made := queue(`{"width":64,"height":36,"format":"webp","lossless":true,"animation":{"fps":30}}`)
	var last job
	frames := -1
	for line := range strings.SplitSeq(string(s.Do(t, http.MethodGet, "/api/v1/facade/render-jobs/"+made.ID+"/events", s.Live, "").Body), "\n") {
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		var event struct{ Job job }
		if err := json.Unmarshal([]byte(data), &event); err != nil {
			t.Fatal(err)
		}
		now := event.Job
		if last = now; now.Progress.Frames != nil {
			if now.Progress.Frames.Completed < frames || now.Progress.Frames.Total != 1800 {
				t.Errorf("after %d frames the progress is %+v", frames, *now.Progress.Frames)
			}
			frames = now.Progress.Frames.Completed
		}
	}
	if last.Status != "completed" || frames != 1800 || last.Usage.Charged != 60 || len(last.Outputs) != 1 {
		t.Fatalf("after %d frames the job is %+v", frames, last)
	}
	if film := s.Do(t, http.MethodGet, last.Outputs[0].URL, "", "").Body; strings.Count(string(film), "ANMF") < 64 {
		t.Errorf("the film of %d bytes has %d frames", len(film), strings.Count(string(film), "ANMF"))
	}

	now := queue(`{"width":1280,"height":720,"format":"gif","animation":{"fps":30}}`)
	for now.Progress.Frames == nil || now.Progress.Frames.Completed == 0 {
		if now.Status != "queued" && now.Status != "processing" {
			t.Fatalf("the job ends as %+v", now)
		}
		// The long poll returns when the job changes.
		s.Do(t, http.MethodGet, "/api/v1/facade/render-jobs/"+now.ID+"?wait=1", s.Live, "").JSON(t, &now)
	}
	s.Do(t, http.MethodPost, "/api/v1/facade/render-jobs/"+now.ID+"/cancel", s.Live, "{}").JSON(t, &now)
	if now.Status != "canceled" || now.Usage.Charged != 0 || now.Progress.Frames.Completed >= 1800 {
		t.Errorf("canceled, the job is %+v", now)
	}
}
