package review

import (
	"github.com/platenhq/platen/modules/approvals"
)

// show writes one approval.
func (w *writer) show(v *view) {
	a := v.Approval
	w.head(v)
	w.put(`
<main id="main" class="review">
  <div class="title">
    <div>
      <p class="crumb"><a href="/review/">Review</a> / <code>§</code></p>
      <h1>§ `, a.ID, v.Title)
	w.pill(a)
	w.put(`</h1>
    </div>
  </div>

  <div class="proofs">
    `)
	w.proofs(v)
	w.put(`
  </div>

  <aside class="panel">
    <section class="card" aria-label="Decision">
      `)
	w.decision(v)
	w.put(`
    </section>
    <dl class="card facts">
      `)
	w.facts(a)
	w.put(`
    </dl>
    <p class="keys hint"><button class="quiet" type="button" id="help" hidden>Keyboard <kbd>?</kbd></button></p>
  </aside>

  <div class="story">
    <section>
      <h2>What changed `)
	if b := v.Before; b != nil {
		w.put(`<span class="hint">since the one approved § (<a href="§">open</a>)</span>`, when(b.DecidedAt), address(b.ID))
	}
	w.put("</h2>\n      ")
	w.changes(v)
	w.put(`
    </section>
    <section>
      <h2>The request</h2>
      <pre class="request card" tabindex="0">§</pre>
    </section>
  </div>
</main>
<dialog id="keyboard">
  <h2>Keyboard</h2>
  <dl class="shortcuts">
    <div><dt><kbd>A</kbd></dt><dd>go to Approve; <kbd>Enter</kbd> decides</dd></div>
    <div><dt><kbd>R</kbd></dt><dd>go to Reject; <kbd>Enter</kbd> decides</dd></div>
    <div><dt><kbd>C</kbd></dt><dd>write a comment; <kbd>Esc</kbd> leaves it</dd></div>
    <div><dt><kbd>D</kbd></dt><dd>go to what changed</dd></div>
    <div><dt><kbd>L</kbd></dt><dd>back to the list</dd></div>
    <div><dt><kbd>?</kbd></dt><dd>this help</dd></div>
  </dl>
  <form method="dialog"><button class="quiet">Close <kbd>Esc</kbd></button></form>
</dialog>
`, v.Request)
	w.foot()
}

func (w *writer) proofs(v *view) {
	for _, p := range v.Images {
		at := address(v.Approval.ID)
		w.put(`<figure>
      <a class="sheet" href="§/proof/§.png" title="Open alone"><img src="§/proof/§.png" alt="Proof of §"§></a>
      <figcaption><b>§</b>`, at, p.N, at, p.N, p.Name, either(p.N > 1, ` loading="lazy"`, ""), p.Name)
		if p.About != "" {
			w.put(`<span>§</span>`, p.About)
		}
		w.put("</figcaption>\n    </figure>")
	}
	if len(v.Images) == 0 {
		w.put(`<div class="card nothing"><p>This action has no image.</p><p class="hint">Decide by the request below.</p></div>`)
	}
}

// decision writes what was decided, and the form for those who may decide.
func (w *writer) decision(v *view) {
	a := v.Approval
	if v.Problem != "" {
		w.put(`<p class="problem" role="alert">§</p>`, v.Problem)
	}
	w.put(`
      <div class="tally" aria-label="§ of § approvals">
        <span class="big">§<i>/§</i></span>
        <span>§</span>
      </div>
      `, a.Received, a.RequiredApprovals, a.Received, a.RequiredApprovals, tally(a.Status))
	switch {
	case v.MayDecide:
		w.put(`
      <form method="post" action="§" id="decision">
        <input type="hidden" name="form" value="§">
        <label for="comment">Comment <span class="hint">optional, kept in the record</span></label>
        <textarea id="comment" name="comment" rows="3" maxlength="2000">§</textarea>
        <div class="actions">
          <button class="approve" id="approve" name="verdict" value="approve" type="submit">Approve <kbd>A</kbd></button>
          <button class="reject" id="reject" name="verdict" value="reject" type="submit">Reject <kbd>R</kbd></button>
        </div>
        §
      </form>
      `, address(a.ID), v.Session.Form, v.Comment, either(a.Execute, `<p class="hint">The last approval runs the request immediately, as a job.</p>`, ""))
	case v.Barred != "":
		w.put(`<p class="barred">§</p>`, v.Barred)
	}
	w.put("\n      ")
	if a.ExecutionError != "" {
		w.put(`<p class="problem">The request could not be run: §</p>`, a.ExecutionError)
	}
	w.put("\n      ")
	if len(a.Reviews) == 0 {
		return
	}
	w.put(`<ol class="reviews">`)
	for _, r := range a.Reviews {
		w.put(`<li class="said-§"><b title="§">§</b> § §`, r.Verdict, r.Reviewer, who(r.Reviewer), either(r.Verdict == approvals.Approve, "approved", "rejected"), when(r.CreatedAt))
		if r.Comment != "" {
			w.put(`<blockquote>§</blockquote>`, r.Comment)
		}
		w.put(`</li>`)
	}
	w.put(`</ol>`)
}

// tally says what has become of an approval.
func tally(s approvals.Status) markup {
	switch s {
	case approvals.Pending:
		return "approvals given"
	case approvals.Approved:
		return "approved; runs when it is sent again"
	case approvals.Used:
		return "approved and done"
	case approvals.Rejected:
		return "rejected"
	}
	return "expired"
}

func (w *writer) facts(a *approvals.Approval) {
	const line = "\n      "
	w.put(`<div><dt>Requested by</dt><dd title="§">§</dd></div>`+line, a.RequestedBy, who(a.RequestedBy))
	w.put(`<div><dt>Requested</dt><dd>§</dd></div>`+line, when(a.CreatedAt))
	if a.Status == approvals.Pending || a.Status == approvals.Approved {
		w.put(`<div><dt>Expires</dt><dd>§</dd></div>`, when(a.ExpiresAt))
	}
	w.put(line)
	if a.DecidedAt != nil {
		w.put(`<div><dt>Decided</dt><dd>§</dd></div>`, when(a.DecidedAt))
	}
	w.put(line+`<div><dt>Mode</dt><dd>§</dd></div>`+line, either(a.Mode.Livemode(), "live", "test"))
	if len(a.Brands) > 0 {
		w.put(`<div><dt>Brand</dt><dd>`)
		for _, b := range a.Brands {
			w.put(`<code>§</code> `, b)
		}
		w.put(`</dd></div>`)
	}
	w.put(line + `<div><dt>Approvers</dt><dd>`)
	for _, one := range a.Approvers {
		if one == "scope:approvals:decide" {
			w.put("everybody who may decide ")
		} else {
			w.put("§ ", who(one))
		}
	}
	w.put(`</dd></div>` + line)
	if a.UsedBy != "" {
		w.put(`<div><dt>Used by</dt><dd><code>§</code></dd></div>`, a.UsedBy)
	}
	w.put(line)
	if a.RequestHash != "" {
		w.put(`<div><dt>Hash</dt><dd><code class="hash">§</code></dd></div>`, a.RequestHash)
	}
}

func (w *writer) changes(v *view) {
	switch {
	case len(v.Changes) > 0:
		w.put(`<div class="changes card">`)
		for i := range v.Changes {
			w.change(&v.Changes[i])
		}
		w.put("</div>\n      ")
	case v.Before != nil:
		w.put(`<p class="card nothing">Nothing in the request itself: a template, a brand kit or what is requested changed around it, or the approval was used.</p>
      `)
	default:
		w.put(`<p class="card nothing">Nothing of this template or brand was approved before.</p>`)
	}
}

func (w *writer) change(c *change) {
	w.put(`<div class="change §">
        <code class="path">§</code>
        `, c.Kind, c.Path)
	if c.Words != "" {
		w.put(`<div class="words">§</div>`, c.Words)
	} else {
		w.put(`<div class="pair">`)
		if c.Kind != "added" {
			w.put(`<del>§</del>`, c.Before)
		}
		if c.Kind == "changed" {
			w.put(`<span class="arrow" aria-label="becomes">→</span>`)
		}
		if c.Kind != "removed" {
			w.put(`<ins>§</ins>`, c.After)
		}
		w.put(`</div>`)
	}
	w.put("\n      </div>")
}
