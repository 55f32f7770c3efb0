package approvals

import (
	"context"
	"errors"
	"time"

	"github.com/platenhq/platen/modules/approvals/internal/store"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// The actions that can need approval.
const (
	Render          = "render"
	Sign            = "sign"
	AIGenerate      = "ai.generate"
	TemplatePublish = "template.publish"
	BrandKitPublish = "brand_kit.publish"
	LockOverride    = "lock.override"
)

// AnyApprover is the approver entry that matches everyone with the scope approvals:decide.
const AnyApprover = "scope:approvals:decide"

// The defaults of a policy.
const (
	defaultApprovals = 1
	defaultHours     = 7 * 24
)

// Policy requires an action to be approved before it runs.
type Policy struct {
	ID                string
	Action            string
	When              Condition
	RequiredApprovals int
	Approvers         []string
	PreventSelfReview bool
	ExpiresAfterHours int
	CreatedAt         time.Time
	UpdatedAt         time.Time
}

// Condition limits the requests that a policy applies to; zero values match everything.
type Condition struct {
	BrandID  string
	Livemode *bool
	Format   string
}

// NewPolicy is the input for creating a policy; nil and zero values take the defaults: one approval by anyone with the
// scope approvals:decide except the requester, within seven days.
type NewPolicy struct {
	Action            string
	When              Condition
	RequiredApprovals *int32
	Approvers         []string
	PreventSelfReview *bool
	ExpiresAfterHours *int32
}

// PolicyChange is a partial update of a policy; nil fields are unchanged.
type PolicyChange struct {
	When              *Condition
	RequiredApprovals *int32
	Approvers         []string
	PreventSelfReview *bool
	ExpiresAfterHours *int32
}

func toPolicy(r *store.Policy) Policy {
	return Policy{ID: r.ID, Action: r.Action, When: Condition{BrandID: r.BrandID, Livemode: r.Livemode, Format: r.Format},
		RequiredApprovals: r.RequiredApprovals, Approvers: r.Approvers, PreventSelfReview: r.PreventSelf, ExpiresAfterHours: r.ExpiresAfterHours,
		CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt}
}

// CreatePolicy creates a policy. A token limited to brands may only create policies for one of these brands.
func (m *Module) CreatePolicy(ctx context.Context, n NewPolicy) (Policy, error) {
	who := ident.Must(ctx)
	if err := checkBrand(who.Tenant(), n.When.BrandID); err != nil {
		return Policy{}, err
	}
	if err := checkMode(who, n.When.Livemode); err != nil {
		return Policy{}, err
	}
	r := &store.Policy{ID: ident.New(ident.Policy), WorkspaceID: string(who.Workspace), Action: n.Action, BrandID: n.When.BrandID,
		Livemode: n.When.Livemode, Format: n.When.Format, RequiredApprovals: defaultApprovals, Approvers: n.Approvers, PreventSelf: true, ExpiresAfterHours: defaultHours, Live: who.Mode.Livemode()}
	if n.RequiredApprovals != nil {
		r.RequiredApprovals = int(*n.RequiredApprovals)
	}
	if len(r.Approvers) == 0 {
		r.Approvers = []string{AnyApprover}
	}
	if n.PreventSelfReview != nil {
		r.PreventSelf = *n.PreventSelfReview
	}
	if n.ExpiresAfterHours != nil {
		r.ExpiresAfterHours = int(*n.ExpiresAfterHours)
	}
	if err := m.store.InsertPolicy(ctx, r); err != nil {
		return Policy{}, err
	}
	return toPolicy(r), m.policyAdded(ctx, who.Workspace)
}

// checkMode rejects a policy on live requests when the credential is a test one.
func checkMode(who *ident.Principal, livemode *bool) error {
	if who.Mode == ident.Live || livemode != nil && !*livemode {
		return nil
	}
	f := ident.NeedsLive("create a policy for live requests; with when.livemode false it is for test requests only")
	f.Details[0].FixPatch = []fault.Op{fault.Add("/when", map[string]any{"livemode": false})}
	return f
}

// checkBrand rejects a policy of another brand, or of the whole workspace (without a brand), for a tenant that is
// limited to brands.
func checkBrand(t ident.Tenant, named string) error {
	if named == "" {
		return t.CheckWhole()
	}
	_, err := t.Choose("/when/brand_id", named)
	return err
}

// Policies pages through the policies of the workspace, newest first.
func (m *Module) Policies(ctx context.Context, limit *int32, cursor *string) (page.Page[Policy], error) {
	t := tenant(ctx)
	req, err := m.cursors.Request(page.Scope{Route: "approvals.policies", Tenant: t}, limit, cursor)
	if err != nil {
		return page.Page[Policy]{}, err
	}
	rows, err := m.store.Policies(ctx, t, req)
	if err != nil {
		return page.Page[Policy]{}, err
	}
	p := page.Cut(m.cursors, req, rows, func(r *store.Policy) page.Position { return page.Position{CreatedAt: r.CreatedAt, ID: r.ID} })
	return page.Map(p, toPolicy), nil
}

func knownPolicy(err error) error {
	if errors.Is(err, store.ErrGone) {
		return ErrPolicyNotFound
	}
	return err
}

// Policy returns a policy, or ErrPolicyNotFound.
func (m *Module) Policy(ctx context.Context, id string) (Policy, error) {
	r, err := m.store.Policy(ctx, tenant(ctx), id)
	if err != nil {
		return Policy{}, knownPolicy(err)
	}
	return toPolicy(r), nil
}

// UpdatePolicy changes a policy. It needs an open transaction. The error is ErrPolicyNotFound.
func (m *Module) UpdatePolicy(ctx context.Context, id string, c PolicyChange) (Policy, error) {
	who := ident.Must(ctx)
	r, err := m.store.LockPolicy(ctx, who.Tenant(), id)
	if err != nil {
		return Policy{}, knownPolicy(err)
	}
	if err := who.MayChange(r.Live, "this policy"); err != nil {
		return Policy{}, err
	}
	r.Live = who.Mode.Livemode()
	if c.When != nil {
		if err := checkMode(who, c.When.Livemode); err != nil {
			return Policy{}, err
		}
		if err := checkBrand(who.Tenant(), c.When.BrandID); err != nil {
			return Policy{}, err
		}
		r.BrandID, r.Livemode, r.Format = c.When.BrandID, c.When.Livemode, c.When.Format
	}
	if c.RequiredApprovals != nil {
		r.RequiredApprovals = int(*c.RequiredApprovals)
	}
	if len(c.Approvers) > 0 {
		r.Approvers = c.Approvers
	}
	if c.PreventSelfReview != nil {
		r.PreventSelf = *c.PreventSelfReview
	}
	if c.ExpiresAfterHours != nil {
		r.ExpiresAfterHours = int(*c.ExpiresAfterHours)
	}
	if err := m.store.UpdatePolicy(ctx, r); err != nil {
		return Policy{}, knownPolicy(err)
	}
	return toPolicy(r), nil
}

// DeletePolicy deletes a policy. The error is ErrPolicyNotFound.
func (m *Module) DeletePolicy(ctx context.Context, id string) error {
	r, err := m.store.Policy(ctx, tenant(ctx), id)
	if err != nil {
		return knownPolicy(err)
	}
	if err := ident.Must(ctx).MayChange(r.Live, "this policy"); err != nil {
		return err
	}
	return knownPolicy(m.store.DeletePolicy(ctx, tenant(ctx), id))
}
