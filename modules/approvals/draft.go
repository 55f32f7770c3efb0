package approvals

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/platenhq/platen/modules/approvals/internal/store"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// The states of a draft: draft → in_review → approved → published, in_review → changes_requested → draft,
// any → archived.
const (
	DraftOpen             = "draft"
	DraftInReview         = "in_review"
	DraftChangesRequested = "changes_requested"
	DraftApproved         = "approved"
	DraftPublished        = "published"
	DraftArchived         = "archived"
)

// Draft is a render request under review before it is published.
type Draft struct {
	ID       string
	Mode     ident.Mode
	Title    string
	Status   string
	Author   string
	Revision int
	// Request is the render request and Render the published render, as JSON; nil in lists.
	Request, Render []byte
	Comments        []Comment
	CreatedAt       time.Time
	UpdatedAt       time.Time
	PublishedAt     *time.Time
}

// Comment is a remark on a draft or a change of its status.
type Comment struct {
	Author string
	Text   string
	// Status is the draft's new status, "" for a comment without a change.
	Status    string
	Revision  int
	CreatedAt time.Time
}

func draft(r *store.Draft) Draft {
	d := Draft{ID: r.ID, Mode: modeOf(r.Livemode), Title: r.Title, Status: r.Status, Author: r.Author, Revision: r.Revision, Request: r.Request, Render: r.Render,
		CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, PublishedAt: r.PublishedAt}
	for _, c := range r.Comments {
		d.Comments = append(d.Comments, Comment{Author: c.Author, Text: c.Body, Status: c.Status, Revision: c.Revision, CreatedAt: c.CreatedAt})
	}
	return d
}

func knownDraft(err error) error {
	if errors.Is(err, store.ErrGone) {
		return ErrDraftNotFound
	}
	return err
}

// brandOf returns the brand that a render request names. A token limited to brands may only work on requests of these
// brands; otherwise the error is ErrBrand.
func brandOf(t ident.Tenant, request []byte) (brand string, of []byte, err error) {
	var named struct {
		BrandID string `json:"brand_id"`
	}
	if err := json.Unmarshal(request, &named); err != nil {
		return "", nil, fmt.Errorf("reading a draft's request: %w", err)
	}
	if brand, err = t.Choose("/request/brand_id", named.BrandID); err != nil || brand == named.BrandID {
		return brand, request, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(request, &members); err != nil {
		return "", nil, fmt.Errorf("reading a draft's request: %w", err)
	}
	members["brand_id"] = json.RawMessage(strconv.Quote(brand))
	if of, err = json.Marshal(members); err != nil {
		return "", nil, fmt.Errorf("writing a draft's request: %w", err)
	}
	return brand, of, nil
}

// CreateDraft creates a draft of a render request, given as JSON that matches its schema.
func (m *Module) CreateDraft(ctx context.Context, title string, request []byte) (Draft, error) {
	who := ident.Must(ctx)
	brand, request, err := brandOf(who.Tenant(), request)
	if err != nil {
		return Draft{}, err
	}
	r := &store.Draft{ID: ident.New(ident.Draft), WorkspaceID: string(who.Workspace), Livemode: who.Mode.Livemode(), Title: title,
		Author: who.Actor(), People: names(who), BrandID: brand, Request: request}
	ident.Belongs(ctx, brand)
	if err := m.store.InsertDraft(ctx, r); err != nil {
		return Draft{}, err
	}
	return draft(r), nil
}

// Drafts pages through the drafts, newest first. status filters them; "" excludes archived drafts.
func (m *Module) Drafts(ctx context.Context, status string, limit *int32, cursor *string) (page.Page[Draft], error) {
	t := tenant(ctx)
	req, err := m.cursors.Request(page.Scope{Route: "drafts.list", Tenant: t, Filters: status}, limit, cursor)
	if err != nil {
		return page.Page[Draft]{}, err
	}
	rows, err := m.store.Drafts(ctx, t, status, req)
	if err != nil {
		return page.Page[Draft]{}, err
	}
	p := page.Cut(m.cursors, req, rows, func(r *store.Draft) page.Position { return page.Position{CreatedAt: r.CreatedAt, ID: r.ID} })
	return page.Map(p, draft), nil
}

// Draft returns a draft with its request and comments, or ErrDraftNotFound.
func (m *Module) Draft(ctx context.Context, id string) (Draft, error) {
	r, err := m.store.Draft(ctx, tenant(ctx), id)
	if err != nil {
		return Draft{}, knownDraft(err)
	}
	return draft(r), nil
}

// DraftChange is a partial update of a draft; nil fields are unchanged.
type DraftChange struct {
	Title   *string
	Request []byte
}

// UpdateDraft changes a draft whose status is draft or changes_requested and sets the status to draft. It needs an open
// transaction. The errors are ErrDraftNotFound and a Conflict fault.
func (m *Module) UpdateDraft(ctx context.Context, id string, c DraftChange) (Draft, error) {
	r, err := m.store.LockDraft(ctx, tenant(ctx), id)
	if err != nil {
		return Draft{}, knownDraft(err)
	}
	if r.Status != DraftOpen && r.Status != DraftChangesRequested {
		return Draft{}, moved(r.Status, "a draft or has changes requested")
	}
	if c.Title != nil {
		r.Title = *c.Title
	}
	if c.Request != nil {
		if r.BrandID, r.Request, err = brandOf(tenant(ctx), c.Request); err != nil {
			return Draft{}, err
		}
	}
	r.Revision++
	before := r.Status
	r.Status = DraftOpen
	if err := m.store.UpdateDraft(ctx, r); err != nil {
		return Draft{}, knownDraft(err)
	}
	if before != DraftOpen {
		if err := m.addComment(ctx, r, "", DraftOpen); err != nil {
			return Draft{}, err
		}
	}
	return m.Draft(ctx, id)
}

// addComment stores a comment or a change of status.
func (m *Module) addComment(ctx context.Context, r *store.Draft, text, status string) error {
	ident.Belongs(ctx, r.BrandID)
	return m.store.InsertComment(ctx, &store.Comment{DraftID: r.ID, Author: ident.Must(ctx).Actor(), Body: text, Status: status, Revision: r.Revision})
}

// CheckDraft validates a draft's request as a render would; paths of the error begin with /request.
func (m *Executor) CheckDraft(ctx context.Context, id string) error {
	r, err := m.store.Draft(ctx, tenant(ctx), id)
	if err != nil {
		return knownDraft(err)
	}
	return inRequest(m.renders.Check(ctx, r.Request))
}

// inRequest prefixes the paths of a fault about a request with the draft's /request. Patches are dropped: they apply to
// a render request, not to the body of a draft call.
func inRequest(err error) error {
	if err == nil {
		return nil
	}
	f := *fault.From(err)
	f.Details = slices.Clone(f.Details)
	for i := range f.Details {
		f.Details[i].Path, f.Details[i].FixPatch = "/request"+f.Details[i].Path, nil
	}
	return &f
}

// step is a transition of a draft from one of several states to another.
type step struct {
	from []string
	to   string
	// others reports whether the author is excluded.
	others bool
}

var (
	submit         = step{from: []string{DraftOpen}, to: DraftInReview}
	approve        = step{from: []string{DraftInReview}, to: DraftApproved, others: true}
	requestChanges = step{from: []string{DraftInReview}, to: DraftChangesRequested, others: true}
	archive        = step{from: []string{DraftOpen, DraftInReview, DraftChangesRequested, DraftApproved, DraftPublished}, to: DraftArchived}
)

// SubmitDraft puts a draft in review; call CheckDraft first. This and the transitions below need an open transaction.
// Their errors are ErrDraftNotFound, ErrOwnDraft and a Conflict fault with the rule draft_state.
func (m *Module) SubmitDraft(ctx context.Context, id, comment string) (Draft, error) {
	return m.move(ctx, id, comment, submit)
}

// ApproveDraft approves another person's draft.
func (m *Module) ApproveDraft(ctx context.Context, id, comment string) (Draft, error) {
	return m.move(ctx, id, comment, approve)
}

// RequestChanges returns another person's draft to its author.
func (m *Module) RequestChanges(ctx context.Context, id, comment string) (Draft, error) {
	return m.move(ctx, id, comment, requestChanges)
}

// ArchiveDraft archives a draft.
func (m *Module) ArchiveDraft(ctx context.Context, id string) (Draft, error) {
	return m.move(ctx, id, "", archive)
}

func (m *Module) move(ctx context.Context, id, comment string, s step) (Draft, error) {
	who := ident.Must(ctx)
	r, err := m.store.LockDraft(ctx, tenant(ctx), id)
	if err != nil {
		return Draft{}, knownDraft(err)
	}
	if s.others && overlap(people(who), r.People) {
		return Draft{}, ErrOwnDraft
	}
	if !slices.Contains(s.from, r.Status) {
		return Draft{}, moved(r.Status, s.from[0])
	}
	r.Status = s.to
	if err := m.store.UpdateDraft(ctx, r); err != nil {
		return Draft{}, knownDraft(err)
	}
	if err := m.addComment(ctx, r, comment, s.to); err != nil {
		return Draft{}, err
	}
	d, err := m.Draft(ctx, id)
	if err != nil || !s.others {
		return d, err
	}
	return d, m.decided(ctx, r, s.to, comment)
}

// decided records a decision about a draft, as the transaction's last step.
func (m *Module) decided(ctx context.Context, r *store.Draft, outcome, comment string) error {
	who := ident.Must(ctx)
	facts := map[string]any{"title": r.Title, "revision": int64(r.Revision)}
	if comment != "" {
		facts["comment"] = comment
	}
	return m.db.BeforeCommit(ctx, func(ctx context.Context) error {
		return m.Record(ctx, Decision{ID: ident.New(ident.Decision), Workspace: who.Workspace, Mode: who.Mode, BrandID: r.BrandID, Actor: who.Actor(),
			Action: "draft.review", Subject: r.ID, Outcome: outcome, Facts: facts})
	})
}

// CommentDraft adds a comment to a draft without changing its status. It needs an open transaction.
func (m *Module) CommentDraft(ctx context.Context, id, text string) (Draft, error) {
	r, err := m.store.LockDraft(ctx, tenant(ctx), id)
	if err != nil {
		return Draft{}, knownDraft(err)
	}
	if err := m.addComment(ctx, r, text, ""); err != nil {
		return Draft{}, err
	}
	return m.Draft(ctx, id)
}

// PublishDraft renders an approved draft and stores the render with it, in the transaction that records the render;
// respond runs last in it. The errors are ErrDraftNotFound, a Conflict fault, and those of a render, whose paths begin
// with /request.
func (m *Executor) PublishDraft(ctx context.Context, id string, respond func(ctx context.Context, d Draft) error) (Draft, error) {
	o := tenant(ctx)
	seen, err := m.store.Draft(ctx, o, id)
	if err != nil {
		return Draft{}, knownDraft(err)
	}
	rendering, err := ident.ParseScopes([]string{"render:write"})
	if err != nil {
		return Draft{}, err
	}
	who := ident.Must(ctx)
	if err := who.Covers(rendering.Within(who.Scopes.Limit()), "publish a draft, which renders it", nil); err != nil {
		return Draft{}, err
	}
	if seen.Status != DraftApproved {
		return Draft{}, moved(seen.Status, DraftApproved)
	}
	var out Draft
	err = m.renders.Render(ctx, seen.Request, func(ctx context.Context, render []byte) error {
		r, err := m.store.LockDraft(ctx, o, id)
		if err != nil {
			return knownDraft(err)
		}
		if r.Status != DraftApproved || r.Revision != seen.Revision {
			return moved(r.Status, DraftApproved)
		}
		r.Status, r.Render = DraftPublished, render
		if err := m.store.UpdateDraft(ctx, r); err != nil {
			return knownDraft(err)
		}
		if err := m.addComment(ctx, r, "", DraftPublished); err != nil {
			return err
		}
		if out, err = m.Draft(ctx, id); err != nil {
			return err
		}
		return respond(ctx, out)
	})
	return out, inRequest(err)
}
