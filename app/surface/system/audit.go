package system

import (
	"context"
	"encoding/hex"
	"errors"

	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

// Audit implements platen.api.v1.AuditService.
type Audit struct {
	log     *audit.Log
	cursors *page.Sealer
}

// NewAudit returns the service over a log.
func NewAudit(log *audit.Log, cursors *page.Sealer) *Audit { return &Audit{log, cursors} }

// ListAuditEntries pages through the entries of the caller's workspace; a test token sees test mode only.
func (a *Audit) ListAuditEntries(ctx context.Context, in *apiv1.ListAuditEntriesRequest) (*apiv1.ListAuditEntriesResponse, error) {
	p := ident.Must(ctx)
	f := audit.Filter{Action: in.GetAction(), Subject: in.GetSubject(), Actor: in.GetActor()}
	if in.CreatedAfter != nil {
		f.CreatedAfter = in.CreatedAfter.AsTime()
	}
	if p.Mode == ident.Test {
		f.Mode = ident.Test
	}
	req, err := a.cursors.Request(page.Scope{Route: "platform.audit", Tenant: p.Tenant(), Filters: f.String()}, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	rows, err := a.log.List(ctx, p.Tenant(), f, req)
	if err != nil {
		return nil, err
	}
	list := page.Cut(a.cursors, req, rows, func(e audit.Entry) page.Position { return page.Position{CreatedAt: e.CreatedAt, ID: e.ID} })
	out := &apiv1.ListAuditEntriesResponse{Page: message.Page(list)}
	for _, e := range list.Items {
		m, err := auditMessage(e)
		if err != nil {
			return nil, err
		}
		out.Data = append(out.Data, m)
	}
	return out, nil
}

// VerifyAudit recomputes the chain of the caller's workspace.
func (a *Audit) VerifyAudit(ctx context.Context, _ *apiv1.VerifyAuditRequest) (*apiv1.AuditVerification, error) {
	t := ident.Must(ctx).Tenant()
	if err := t.CheckWhole(); err != nil {
		return nil, err
	}
	found, err := a.log.Verify(ctx, t.Workspace())
	out := &apiv1.AuditVerification{Object: "audit_verification", Intact: err == nil, Entries: found.Number, Hash: hex.EncodeToString(found.Hash)}
	if errors.Is(err, audit.ErrBroken) {
		problem := err.Error()
		out.Problem = &problem
		return out, nil
	}
	return out, err
}

func auditMessage(e audit.Entry) (*apiv1.AuditEntry, error) {
	m := &apiv1.AuditEntry{
		Object: "audit_entry", Id: e.ID, Number: e.Number, Livemode: e.Mode.Livemode(), Actor: e.Actor, Action: e.Action, Subject: e.Subject,
		RequestId: e.RequestID, Ip: e.IP, Hash: hex.EncodeToString(e.Hash), PreviousHash: hex.EncodeToString(e.Previous),
		Canonical: string(e.Canonical), CreatedAt: timestamppb.New(e.CreatedAt),
	}
	var err error
	if e.Before != nil {
		if m.Before, err = structpb.NewStruct(e.Before); err != nil {
			return nil, err
		}
	}
	if e.After != nil {
		m.After, err = structpb.NewStruct(e.After)
	}
	return m, err
}
