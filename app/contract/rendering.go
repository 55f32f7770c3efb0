package contract

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

func renderingClauses() []Clause {
	return []Clause{
		{ID: "R-01", Says: "`operation: preview` renders immediately and returns 200 with the outputs.", Run: func(t *T) {
			a := t.Must("Generate", card("preview"))
			t.Is("status", a.Status, 200)
			for path, want := range map[string]any{"object": "render", "operation": "preview", "status": "completed", "outputs.0.name": "card", "outputs.0.format": "png",
				"outputs.0.mime_type": "image/png", "outputs.0.width": 64, "outputs.0.height": 64} {
				t.Is(path, a.Get(path), want)
			}
			file := t.Get("GET", a.Text("outputs.0.url"))
			sum := sha256.Sum256(file.Body)
			t.Is("the file's hash", hex.EncodeToString(sum[:]), a.Text("outputs.0.sha256"))
			t.Is("the file's size", len(file.Body), number(a.Get("outputs.0.bytes")))
		}},
		{ID: "R-02", Says: "`operation: render` returns 202 with a job.", Run: func(t *T) {
			a := t.Must("Generate", card("render"))
			t.Is("status", a.Status, 202)
			t.Is("object", a.Text("object"), "render_job")
			t.True(a.Text("status") == "queued" || a.Text("status") == "processing" || a.Text("status") == "completed", "the job is %q", a.Text("status"))
			if t.Surface == REST {
				t.Is("Location", a.Header.Get("Location"), "/api/v1/facade/render-jobs/"+a.Text("id"))
				t.Is("Retry-After", a.Header.Get("Retry-After"), "1")
			}
		}},
		{ID: "R-03", Says: "A job is polled until it has ended; it then holds its outputs.", Run: func(t *T) {
			a := t.job()
			t.Is("status", a.Text("status"), "completed")
			t.Is("outputs", len(a.List("outputs")), 1)
			t.Is("progress", a.Get("progress"), M{"completed": 1, "total": 1})
			t.Is("error", a.Get("error"), nil)
			t.Is("the file", t.Get("GET", a.Text("outputs.0.url")).Status, 200)
		}},
		{ID: "R-04", Says: "The same request, engine version and seed give the same bytes.", Run: func(t *T) {
			m := with(card("preview"), "seed", 42)
			first := t.Must("Generate", m)
			again := t.Must("Generate", with(m, "metadata", M{"n": "2"}))
			job := t.ended(t.Must("Generate", with(m, "operation", "render")).Text("id"))
			for name, a := range map[string]*Response{"the second preview": again, "the job": job} {
				t.Is(name+"'s hash", a.Text("outputs.0.sha256"), first.Text("outputs.0.sha256"))
				t.Is(name+"'s request hash", a.Text("request_hash"), first.Text("request_hash"))
			}
			t.Is("engine", first.Text("engine.version"), again.Text("engine.version"))
		}},
		{ID: "R-05", Says: "The seed that was used is always returned.", Run: func(t *T) {
			t.Is("a given seed", number(t.Must("Generate", with(card("preview"), "seed", 7)).Get("seed")), 7)
			m := card("preview")
			t.Is("a derived seed", t.Must("Generate", m).Get("seed"), t.Must("Generate", m).Get("seed"))
		}},
		{ID: "R-06", Says: "Jobs are listed, newest first, in the page envelope.", Run: func(t *T) {
			id := t.Must("Generate", with(card("render"), "metadata", M{"clause": "R-06"})).Text("id")
			a := t.Must("ListRenderJobs", M{"metadata": M{"clause": "R-06"}, "limit": 1})
			t.Is("the newest job", a.Text("data.0.object"), "render_job")
			t.Is("filters are kept", a.Text("data.0.metadata.clause"), "R-06")
			found := false
			for range 20 {
				for _, j := range a.List("data") {
					found = found || get(j, "id") == id
				}
				if next := a.Text("page.next_cursor"); !found && next != "" {
					a = t.Must("ListRenderJobs", M{"metadata": M{"clause": "R-06"}, "limit": 1, "cursor": next})
				}
			}
			t.True(found, "the job %s is not listed", id)
		}},
		{ID: "R-07", Says: "A job's status can be followed as server-sent events.", On: RESTOnly, Run: func(t *T) {
			id := t.Must("Generate", card("render")).Text("id")
			for _, path := range []string{"/api/v1/facade/render-jobs/" + id + "/events", "/api/v1/facade/render-jobs/" + id} {
				a := t.Get("GET", path, token(t.Env.Key), header("Accept", "text/event-stream"))
				t.True(strings.HasPrefix(a.Header.Get("Content-Type"), "text/event-stream"), "%s is %s", path, a.Header.Get("Content-Type"))
				text := string(a.Body)
				t.True(strings.Contains(text, "event: status") && strings.Contains(text, "event: output") && strings.Contains(text, "event: done"), "%s sends\n%.400s", path, text)
				t.True(strings.Index(text, "event: status") < strings.Index(text, "event: done"), "the state does not come first")
			}
		}},
		{ID: "R-08", Says: "A preview of one output responds with the bytes when `Accept` names its type.", On: RESTOnly, Run: func(t *T) {
			for format, magic := range map[string]string{"png": "\x89PNG", "jpeg": "\xff\xd8", "svg": "<svg", "pdf": "%PDF-"} {
				mime := map[string]string{"png": "image/png", "jpeg": "image/jpeg", "svg": "image/svg+xml", "pdf": "application/pdf"}[format]
				m := card("preview")
				m["outputs"] = []any{M{"width": 64, "height": 64, "format": format}}
				a := t.Call("Generate", m, header("Accept", mime))
				t.True(a.Status == 200 && a.Header.Get("Content-Type") == mime && bytes.Contains(a.Body[:min(len(a.Body), 200)], []byte(magic)), "%s returns %d %s", format, a.Status, a.Header.Get("Content-Type"))
			}
		}},
		{ID: "R-09", Says: "One request renders several sizes and formats, all or nothing.", Run: func(t *T) {
			m := card("preview")
			m["outputs"] = []any{M{"name": "a", "preset": "og"}, M{"name": "b", "width": 100, "height": 50, "format": "webp"}, M{"name": "c", "preset": "a4", "format": "pdf"}}
			a := t.Must("Generate", m)
			t.Is("outputs", len(a.List("outputs")), 3)
			t.Is("og", fmt.Sprint(number(a.Get("outputs.0.width")), number(a.Get("outputs.0.height"))), "1200 630")
			t.True(a.Text("outputs.2.pdf_id") != "" && a.Text("outputs.2.image_id") == "", "the PDF is %v", a.Get("outputs.2"))
			m["outputs"] = []any{M{"name": "a", "preset": "og"}, M{"name": "b", "width": 100, "height": 50, "format": "jpeg", "max_bytes": 1}}
			t.Refused("an output that cannot be made", t.Call("Generate", m), 400, "VALIDATION_FAILED", "max_bytes_unreachable")
		}},
		{ID: "R-10", Says: "A render with a live key is charged and not watermarked; one with a test key is free and watermarked.", Needs: []Need{Keys}, Run: func(t *T) {
			m := card("preview")
			live := t.Must("Generate", m, token(t.key("live")))
			test := t.Must("Generate", m, token(t.key("test")))
			t.Is("live", fmt.Sprint(live.Get("livemode"), live.Get("watermarked"), live.Get("usage.credits_charged")), "true false 1")
			t.Is("test", fmt.Sprint(test.Get("livemode"), test.Get("watermarked"), test.Get("usage.credits_charged")), "false true 0")
			t.True(live.Text("outputs.0.sha256") != test.Text("outputs.0.sha256"), "the watermark is not in the bytes")
			t.Is("the engine of both", live.Get("engine"), test.Get("engine"))
		}},
		{ID: "R-11", Says: "A queued or running job can be canceled; one that has ended cannot.", Run: func(t *T) {
			a := t.job()
			t.Refused("an ended job", t.Call("CancelRenderJob", M{"job_id": a.Text("id")}), 409, "CONFLICT", "job_ended")
			id := t.Must("Generate", card("render")).Text("id")
			c := t.Call("CancelRenderJob", M{"job_id": id})
			t.True(c.Status == 200 && c.Text("status") == "canceled" || c.Status == 409, "canceling returns %d %s", c.Status, c.Body)
		}},
		{ID: "R-12", Says: "Exactly one of template, document and html is the source.", Run: func(t *T) {
			t.Refused("none", t.Call("Generate", with(card("preview"), "html", nil)), 400, "INVALID_REQUEST", "one_of")
			tree := with(with(card("preview"), "html", nil), "document", M{"tag": "p", "text": "x"})
			t.Is("a document", t.Call("Generate", tree).Status, 200)
		}},
		{ID: "R-13", Says: "A finished job is reported to webhooks in the form that polling shows.", On: RESTOnly, Needs: []Need{Loopback}, Run: func(t *T) {
			t.isolate(10)
			r := t.receiver(nil)
			w := t.hook(r.URL)
			id := t.Must("Generate", with(card("render"), "webhook_ids", []any{w.Text("id")})).Text("id")
			job := t.ended(id)
			got := r.wait(t, 1)[0]
			t.Is("the job of the event", got.json(t)["data"], M{"job": job.JSON})
		}},
		{ID: "R-14", Says: "An output that exceeds what its format allows is refused with a patch that fixes it.", Run: func(t *T) {
			m := card("preview")
			m["outputs"] = []any{M{"width": 8000, "height": 8000, "format": "png"}}
			a := t.Call("Generate", m)
			t.Refused("64 megapixels", a, 400, "VALIDATION_FAILED", "")
			t.True(len(a.Details) > 0 && len(a.Details[0].FixPatch) > 0, "there is no fix_patch: %s", a.Body)
		}},
		{ID: "R-15", Says: "A render job, once requested, reports `completed` or `failed`.", Run: func(t *T) {
			m := card("render")
			m["html"] = "<img src='https://127.0.0.1:1/x.png'>"
			a := t.Must("Generate", m)
			job := t.ended(a.Text("id"))
			t.Is("status", job.Text("status"), "failed")
			t.True(job.Text("error.code") != "" && job.Text("error.message") != "", "error is %v", job.Get("error"))
		}},
	}
}
