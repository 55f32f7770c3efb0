package approvals

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/approvals/internal/store"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// Status is the state of an approval: pending becomes approved, rejected or expired; approved becomes used or expired.
type Status string

// The states of an approval.
const (
	Pending  Status = "pending"
	Approved Status = "approved"
	Rejected Status = "rejected"
	Expired  Status = "expired"
	Used     Status = "used"
)

// Approval is a request that is or was subject to review.
type Approval struct {
	ID                string
	Workspace         ident.Workspace
	Mode              ident.Mode
	Action            string
	Status            Status
	ReviewURL         string
	Approvers         []string
	RequiredApprovals int
	Received          int
	// RequestedBy is the actor that made the request.
	RequestedBy    string
	Brands         []string
	RequestHash    string
	Execute        bool
	ExecutionError string
	Reviews        []Review
	UsedBy         string
	CreatedAt      time.Time
	ExpiresAt      time.Time
	DecidedAt      *time.Time
	UsedAt         *time.Time
	// Request is the request as JSON; nil in lists and events.
	Request []byte
}

// Verdict is a reviewer's decision.
type Verdict string

// The verdicts.
const (
	Approve Verdict = "approve"
	Reject  Verdict = "reject"
)

// Review is one person's decision on an approval.
type Review struct {
	Reviewer  string
	Verdict   Verdict
	Comment   string
	CreatedAt time.Time
}

// status returns an approval's current status.
func status(r *store.Approval) Status {
	if r.Lapsed {
		return Expired
	}
	return Status(r.Status)
}

// approval converts a row to its exported form, without the request.
func (m *Module) approval(r *store.Approval) Approval {
	a := Approval{ID: r.ID, Workspace: ident.Workspace(r.WorkspaceID), Mode: modeOf(r.Livemode), Action: r.Action, Status: status(r), ReviewURL: m.ReviewURL(r.ID),
		Approvers: r.Approvers, RequiredApprovals: r.RequiredApprovals, Received: r.Received, RequestedBy: r.Requester, Brands: r.Brands,
		RequestHash: r.RequestHash, Execute: r.Execute, ExecutionError: r.ExecutionError, UsedBy: r.UsedBy, CreatedAt: r.CreatedAt, ExpiresAt: r.ExpiresAt,
		DecidedAt: r.DecidedAt, UsedAt: r.UsedAt}
	for _, v := range r.Reviews {
		a.Reviews = append(a.Reviews, Review{Reviewer: v.Reviewer, Verdict: Verdict(v.Verdict), Comment: v.Comment, CreatedAt: v.CreatedAt})
	}
	return a
}

func (m *Module) withRequest(r *store.Approval) Approval {
	a := m.approval(r)
	a.Request = r.Request
	return a
}

func knownApproval(err error) error {
	if errors.Is(err, store.ErrGone) {
		return ErrApprovalNotFound
	}
	return err
}

// Approval returns an approval with its request, or ErrApprovalNotFound.
func (m *Module) Approval(ctx context.Context, id string) (Approval, error) {
	r, err := m.store.Approval(ctx, tenant(ctx), id)
	if err != nil {
		return Approval{}, knownApproval(err)
	}
	return m.withRequest(r), nil
}

// Before returns the most recent approval granted for the same action and subject before this one was decided, with its
// request; ErrApprovalNotFound when there is none.
func (m *Module) Before(ctx context.Context, id string) (Approval, error) {
	r, err := m.store.Approval(ctx, tenant(ctx), id)
	if err != nil {
		return Approval{}, knownApproval(err)
	}
	b, err := m.store.LastApproved(ctx, tenant(ctx), r)
	if err != nil {
		return Approval{}, knownApproval(err)
	}
	return m.withRequest(b), nil
}

// ApprovalList filters the list of approvals; zero values match everything.
type ApprovalList struct {
	Limit  *int32
	Cursor *string
	Status Status
	Action string
}

// Approvals pages through the approvals, newest first, without their requests.
func (m *Module) Approvals(ctx context.Context, l ApprovalList) (page.Page[Approval], error) {
	t := tenant(ctx)
	req, err := m.cursors.Request(page.Scope{Route: "approvals.list", Tenant: t, Filters: fmt.Sprintf("%s %s", l.Status, l.Action)}, l.Limit, l.Cursor)
	if err != nil {
		return page.Page[Approval]{}, err
	}
	rows, err := m.store.Approvals(ctx, t, string(l.Status), l.Action, req)
	if err != nil {
		return page.Page[Approval]{}, err
	}
	p := page.Cut(m.cursors, req, rows, func(r *store.Approval) page.Position { return page.Position{CreatedAt: r.CreatedAt, ID: r.ID} })
	return page.Map(p, m.approval), nil
}

// Reopen creates a new approval of a request that was rejected or has expired, with the same requester. It needs an
// open transaction. The errors are ErrApprovalNotFound and ErrOpen.
func (m *Module) Reopen(ctx context.Context, id string) (Approval, error) {
	t := tenant(ctx)
	r, err := m.store.LockApproval(ctx, t, id)
	if err != nil {
		return Approval{}, knownApproval(err)
	}
	newest, err := m.store.Latest(ctx, t, r.Fingerprint)
	if err != nil {
		return Approval{}, knownApproval(err)
	}
	if s := status(r); s != Rejected && s != Expired || newest.ID != r.ID {
		return Approval{}, ErrOpen
	}
	if err := m.store.Expire(ctx, r); err != nil {
		return Approval{}, err
	}
	again := &store.Approval{ID: ident.New(ident.Approval), WorkspaceID: r.WorkspaceID, Livemode: r.Livemode, PolicyID: r.PolicyID, Action: r.Action,
		Fingerprint: r.Fingerprint, RequiredApprovals: r.RequiredApprovals, Approvers: r.Approvers, PreventSelf: r.PreventSelf, ExpiresAfter: r.ExpiresAfter, Requester: r.Requester,
		People: r.People, Brands: r.Brands, RequesterBrands: r.RequesterBrands, Subject: r.Subject, Request: r.Request, RequestHash: r.RequestHash, Execute: r.Execute}
	if err := m.open(ctx, again); err != nil {
		return Approval{}, err
	}
	return m.Approval(ctx, again.ID)
}
