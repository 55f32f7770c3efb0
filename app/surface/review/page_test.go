package review

import (
	"html/template"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/app/surface/session"
	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/platform/ident"
)

// arbitrary returns views with every member present or absent, and texts that need escaping.
func arbitrary(r *rand.Rand) view {
	text := func(base string) string {
		if r.IntN(3) == 0 {
			return ""
		}
		return base + `<i>"&'` + "`</textarea></title>"
	}
	moment := time.Unix(1_700_000_000+r.Int64N(1e8), 0)
	approval := func() *approvals.Approval {
		statuses := []approvals.Status{approvals.Pending, approvals.Approved, approvals.Rejected, approvals.Expired, approvals.Used}
		a := &approvals.Approval{
			ID: "apr_0123456789", Mode: []ident.Mode{ident.Live, ident.Test}[r.IntN(2)], Action: []string{approvals.Render, approvals.Sign, text("other")}[r.IntN(3)],
			Status: statuses[r.IntN(len(statuses))], Approvers: []string{"scope:approvals:decide", text("user:ann")}[:r.IntN(3)],
			RequiredApprovals: r.IntN(4), Received: r.IntN(4), RequestedBy: text("user:bob"), Brands: []string{text("brd"), "brd_2"}[:r.IntN(3)],
			RequestHash: text("sha256"), Execute: r.IntN(2) == 0, ExecutionError: text("failed"), UsedBy: text("job"), CreatedAt: moment, ExpiresAt: moment.Add(time.Hour),
		}
		for range r.IntN(3) {
			a.Reviews = append(a.Reviews, approvals.Review{Reviewer: text("key:key_01234567890123456789"), Verdict: []approvals.Verdict{approvals.Approve, approvals.Reject}[r.IntN(2)], Comment: text("fine"), CreatedAt: moment})
		}
		if r.IntN(2) == 0 {
			a.DecidedAt = &moment
		}
		return a
	}
	v := view{Title: text("title"), Text: text("text"), Problem: text("problem"), Next: text("/review/"), Comment: text("comment"), Barred: text("barred"),
		Approval: approval(), MayDecide: r.IntN(2) == 0, Request: markup(`<span class="n">1</span>`)}
	if v.Session = (&session.Session{Principal: &ident.Principal{Mode: ident.Live}, Form: text("form")}); r.IntN(2) == 0 {
		v.Session.Principal.Mode = ident.Test
	}
	if !v.MayDecide && r.IntN(2) == 0 {
		v.Session = nil
	}
	if r.IntN(2) == 0 {
		v.Before = approval()
	}
	for n := range r.IntN(3) {
		v.Images = append(v.Images, proofImage{N: n, Name: text("proof"), About: text("10 × 20")})
		v.Waiting, v.Earlier = append(v.Waiting, *approval()), append(v.Earlier, *approval())
	}
	for range r.IntN(4) {
		c := change{Path: text("data.x"), Kind: []string{"added", "removed", "changed"}[r.IntN(3)], Before: text("old"), After: text("new")}
		if r.IntN(3) == 0 {
			c.Words = "<ins>words</ins>"
		}
		v.Changes = append(v.Changes, c)
	}
	return v
}

func TestPagesEqualTheirTemplates(t *testing.T) {
	t.Parallel()
	templates := template.Must(template.New("").Funcs(template.FuncMap{
		"when":   func(v any) template.HTML { return template.HTML(when(v)) },
		"safe":   func(v markup) template.HTML { return template.HTML(v) },
		"action": actionName, "who": who,
	}).ParseGlob("testdata/*.html"))
	squeeze := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	for name, page := range map[string]func(*writer, *view){"signin.html": (*writer).signIn, "list.html": (*writer).list, "review.html": (*writer).show, "message.html": (*writer).message} {
		r := rand.New(rand.NewPCG(5, 1))
		for range 300 {
			v := arbitrary(r)
			var got writer
			page(&got, &v)
			var want strings.Builder
			if err := templates.ExecuteTemplate(&want, name, v); err != nil {
				t.Fatal(err)
			}
			g, w := squeeze(got.String()), squeeze(want.String())
			if g != w {
				i := 0
				for i < len(g) && i < len(w) && g[i] == w[i] {
					i++
				}
				t.Fatalf("%s differs at …%s\ngot  %.200s\nwant %.200s", name, g[max(0, i-100):i], g[i:], w[i:])
			}
		}
	}
}
