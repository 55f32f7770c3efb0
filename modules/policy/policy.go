package policy

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/egress"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/policy/internal/store"
)

// Module checks content against the workspace's policy. It is safe for concurrent use. Its use cases serve the workspace of the caller in ctx.
type Module struct {
	cfg        Config
	db         *pg.DB
	store      *store.Store
	moderation *moderation // nil for none
	log        *slog.Logger

	compiled *cache.Cache[ident.Workspace, *words]
}

// How long a compiled policy is cached when a change notification is lost, and the size of the cache.
const (
	fresh   = 5 * time.Second
	maxKept = 1000
)

// channel notifies processes that a workspace's policy has changed; the payload is the workspace.
const channel = "policy_settings"

// Deps are the infrastructure the module uses.
type Deps struct {
	DB       *pg.DB
	Listener *pg.Listener
	Guard    *egress.Guard
	Log      *slog.Logger
}

// New returns the module. It starts nothing. It fails when the egress guard rejects the moderation service's address.
func New(cfg Config, d Deps) (*Module, error) {
	m := &Module{cfg: cfg, db: d.DB, store: store.New(d.DB), log: d.Log,
		compiled: cache.New[ident.Workspace](cache.Options[*words]{Entries: maxKept, TTL: fresh})}
	if cfg.URL != "" {
		var err error
		if m.moderation, err = newModeration(cfg, d.Guard); err != nil {
			return nil, err
		}
	}
	d.Listener.Subscribe(channel, func(ws string) { m.drop(ident.Workspace(ws)) })
	return m, nil
}

// drop removes the policy of a workspace from the cache; "" removes all.
func (m *Module) drop(ws ident.Workspace) {
	if ws == "" {
		m.compiled.Drop("")
		return
	}
	m.compiled.Remove(ws)
}

// words returns the compiled policy of a workspace.
func (m *Module) words(ctx context.Context, ws ident.Workspace) (*words, error) {
	if w, ok := m.compiled.Get(ws); ok {
		return w, nil
	}
	epoch := m.compiled.Epoch()
	s, err := m.Setting(ctx, ws)
	if err != nil {
		return nil, err
	}
	w := newWords(s)
	m.compiled.Put(ws, w, epoch)
	return w, nil
}

// Kind is the kind of content.
type Kind string

// The kinds of content: the text of images, or the prompts of models. The kind is the first half of a rule.
const (
	Text   Kind = "text"
	Prompt Kind = "prompt"
)

// The stages of a request at which content is checked.
const (
	Input  = "input"  // the request's own text
	Output = "output" // a model's output
)

// Passage is a piece of text and its location.
type Passage struct {
	// Path points into the request. Node, for markup, names the element.
	Path, Node string
	Text       string
}

// Finding is one violation of the policy.
type Finding struct {
	Passage  Passage
	Rule     string // text.<category> or prompt.<category>
	Category string
	Source   string // words or moderation
	Match    string // as written in the text; "" when the moderation service found it
}

// maxFindings bounds the number of findings in a response.
const maxFindings = 50

// Evaluate returns the violations of the policy of the caller's workspace in the order of the passages: those of the word
// lists or, if there are none, those of the moderation service. The error is an internal failure.
func (m *Module) Evaluate(ctx context.Context, kind Kind, passages []Passage) ([]Finding, error) {
	var out []Finding
	if m.cfg.Words {
		w, err := m.words(ctx, ident.Must(ctx).Workspace)
		if err != nil {
			return nil, err
		}
		seen := map[string]bool{}
		for _, p := range passages {
			for _, h := range w.blocked(p.Text) {
				f := Finding{Passage: p, Rule: string(kind) + "." + h.category, Category: h.category, Source: "words", Match: p.Text[h.start:h.end]}
				// A template's text repeats its values: the value is the location to report.
				if key := f.Category + "\x00" + f.Match; !seen[key] && len(out) < maxFindings {
					seen[key] = true
					out = append(out, f)
				}
			}
		}
	}
	if m.moderation == nil || len(out) > 0 || len(passages) == 0 {
		return out, nil
	}
	texts := make([]string, len(passages))
	for i, p := range passages {
		texts[i] = p.Text
	}
	found, err := m.moderation.categories(ctx, texts)
	if err != nil {
		if m.cfg.Fail == "open" && ctx.Err() == nil {
			m.log.WarnContext(ctx, "content passes unmoderated", "error", err)
			return nil, nil
		}
		return nil, fault.New(fault.InternalError, "The content could not be checked. Retry with the same Idempotency-Key.").Because(err)
	}
	seen := map[string]bool{}
	for i, categories := range found {
		for _, c := range categories {
			if key := c + "\x00" + texts[i]; !seen[key] && len(out) < maxFindings {
				seen[key] = true
				out = append(out, Finding{Passage: passages[i], Rule: string(kind) + "." + c, Category: c, Source: "moderation"})
			}
		}
	}
	return out, nil
}

// violation is the fault of findings, nil for none.
func violation(findings []Finding, stage string) error {
	if len(findings) == 0 {
		return nil
	}
	var details []fault.Detail
	for _, f := range findings {
		d := fault.Detail{Path: f.Passage.Path, Rule: f.Rule, Message: fmt.Sprintf("The content policy rejects this: %s.", f.Category),
			Context: map[string]any{"stage": stage, "source": f.Source}}
		if f.Match != "" {
			d.Actual = f.Match
		}
		if f.Passage.Node != "" {
			d.Context["node"] = f.Passage.Node
		}
		details = append(details, d)
	}
	return fault.New(fault.PolicyViolation, "The content breaks the content policy.").With(details...)
}

// CheckText returns a PolicyViolation fault for text that the caller's workspace may not render.
func (m *Module) CheckText(ctx context.Context, passages []Passage) error {
	found, err := m.Evaluate(ctx, Text, passages)
	if err != nil {
		return err
	}
	return violation(found, Input)
}

// CheckPrompt returns a PolicyViolation fault, with the path /prompt, for a prompt that the caller's workspace may
// not send to a model.
func (m *Module) CheckPrompt(ctx context.Context, prompt string) error {
	found, err := m.Evaluate(ctx, Prompt, []Passage{{Path: "/prompt", Text: prompt}})
	if err != nil {
		return err
	}
	return violation(found, Input)
}

// CheckOutput returns a PolicyViolation fault for a model's output, by the categories that its
// provider flags; nil for none. Categories have the names that moderation services use.
func (m *Module) CheckOutput(flagged []string) error {
	var found []Finding
	for _, c := range flagged {
		n := ourName(c)
		found = append(found, Finding{Passage: Passage{Path: "/prompt"}, Rule: string(Prompt) + "." + n, Category: n, Source: "provider"})
	}
	return violation(found, Output)
}
