package review

import (
	"fmt"
	"html"
	"net/url"
	"strings"

	"github.com/platenhq/platen/modules/approvals"
)

// The pages are written by functions, not by html/template: a program that reaches text/template calls methods by name,
// so the linker must keep every exported method of every type, which makes the program 16 MB larger. The templates
// in testdata are the same pages; a test compares both.

// markup is HTML whose texts are escaped.
type markup string

// writer writes a page.
type writer struct{ strings.Builder }

// put writes HTML with each § replaced by an argument: markup as it is, anything else as escaped text. Values of
// attributes are quoted, so one way of escaping serves them, too.
func (w *writer) put(page markup, args ...any) {
	for _, a := range args {
		before, after, _ := strings.Cut(string(page), "§")
		w.WriteString(before)
		if m, ok := a.(markup); ok {
			w.WriteString(string(m))
		} else {
			w.WriteString(html.EscapeString(fmt.Sprint(a)))
		}
		page = markup(after)
	}
	w.WriteString(string(page))
}

// either returns yes or no.
func either(is bool, yes, no markup) markup {
	if is {
		return yes
	}
	return no
}

// address returns the address of an approval's page.
func address(id string) markup { return markup("/review/" + html.EscapeString(url.PathEscape(id))) }

func (w *writer) head(v *view) {
	w.put(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f6f7f9" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0d1117" media="(prefers-color-scheme: dark)">
<title>§ · Platen review</title>
<link rel="icon" href="/review/-/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/review/-/review.css">
<script src="/review/-/review.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
  <a class="brand" href="/review/"><img src="/review/-/icon.svg" alt="" width="26" height="26"><span>Platen</span><span class="room">Review</span></a>
  `, v.Title)
	if s := v.Session; s != nil {
		live, actor := s.Principal.Mode.Livemode(), s.Principal.Actor()
		w.put(`<div class="me">
    <span class="mode §">§</span>
    <span class="name" title="§">§</span>
    <form method="post" action="/review/-/sign-out"><input type="hidden" name="form" value="§"><button class="quiet" type="submit">Sign out</button></form>
  </div>`, either(live, "live", "test"), either(live, "Live", "Test"), actor, who(actor), s.Form)
	}
	w.put("\n</header>\n\n")
}

func (w *writer) foot() { w.put("</body></html>\n\n") }

func (w *writer) pill(a *approvals.Approval) {
	w.put(`<span class="pill §">§</span>`, a.Status, a.Status)
}

// message writes the page that says one thing.
func (w *writer) message(v *view) {
	w.head(v)
	w.put(`<main id="main" class="door">
  <section class="card">
    <h1>§</h1>
    <p class="lede">§</p>
    <p><a class="button" href="/review/">To the list</a></p>
  </section>
</main>
`, v.Title, v.Text)
	w.foot()
}

// signIn writes the form for the token.
func (w *writer) signIn(v *view) {
	w.head(v)
	w.put(`<main id="main" class="door">
  <section class="card">
    <h1>Sign in to review</h1>
    <p class="lede">Use an API key of your workspace or a JWT of its identity provider. It stays in a sealed cookie of this browser, for twelve hours at most.</p>
    `)
	if v.Problem != "" {
		w.put(`<p class="problem" role="alert">§</p>`, v.Problem)
	}
	w.put(`
    <form method="post" action="/review/-/sign-in">
      <input type="hidden" name="next" value="§">
      <label for="token">API key or token</label>
      <input id="token" name="token" type="password" required autofocus autocomplete="current-password" spellcheck="false" placeholder="svc_live_… or eyJ…">
      <button class="primary" type="submit">Sign in</button>
    </form>
    <p class="hint">Deciding takes the scope <code>approvals:decide</code>. No one decides on their own request.</p>
  </section>
</main>
`, v.Next)
	w.foot()
}

// list writes the approvals that wait and the latest of the others.
func (w *writer) list(v *view) {
	w.head(v)
	w.put(`<main id="main" class="list">
  <h1>Waiting for review`)
	if n := len(v.Waiting); n > 0 {
		w.put(` <span class="count">§</span>`, n)
	}
	w.put("</h1>\n  ")
	if len(v.Waiting) > 0 {
		w.put(`<ul class="rows">`)
		w.rows(v.Waiting)
		w.put("</ul>\n  ")
	} else {
		w.put(`<div class="card nothing"><p>Nothing waits for you.</p><p class="hint">Requests appear here when an approval policy of the workspace stops them.</p></div>`)
	}
	w.put("\n  ")
	if len(v.Earlier) > 0 {
		w.put(`<h2>Lately</h2><ul class="rows">`)
		w.rows(v.Earlier)
		w.put("</ul>")
	}
	w.put("\n</main>\n")
	w.foot()
}

func (w *writer) rows(list []approvals.Approval) {
	for i := range list {
		a := &list[i]
		w.put(`<li><a href="§">
  <span class="what"><b>§</b><span class="hint">requested by § · §</span></span>
  `, address(a.ID), actionName(a.Action), who(a.RequestedBy), when(a.CreatedAt))
		if a.Status == approvals.Pending {
			w.put(`<span class="votes">§ of §</span>`, a.Received, a.RequiredApprovals)
		}
		w.pill(a)
		w.put("\n</a></li>")
	}
}
