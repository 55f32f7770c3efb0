// Package rpc serves the credits module to REST and Connect.
package rpc

import (
	"context"
	"encoding/json"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/credits"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	creditsv1 "github.com/platenhq/platen/proto/gen/platen/credits/v1"
)

// Usage implements platen.credits.v1.UsageService.
type Usage struct{ module *credits.Module }

// NewUsage returns the service over m.
func NewUsage(m *credits.Module) *Usage { return &Usage{m} }

// GetUsage returns the balance of the caller's workspace.
func (u *Usage) GetUsage(ctx context.Context, _ *creditsv1.GetUsageRequest) (*creditsv1.Usage, error) {
	t := ident.Must(ctx).Tenant()
	if err := t.CheckWhole(); err != nil {
		return nil, err
	}
	b, now, err := u.module.Balance(ctx, t.Workspace())
	if err != nil {
		return nil, err
	}
	out := usage(b)
	out.Time = timestamppb.New(now)
	return out, nil
}

func usage(b credits.Balance) *creditsv1.Usage {
	return &creditsv1.Usage{Object: "usage", Available: b.Available, Held: b.Held, Spent: b.Spent, Granted: b.Granted}
}

// Low returns the data of a credits.low event, as JSON.
func Low(left credits.Balance, threshold int64) (json.RawMessage, error) {
	return json.Marshal(map[string]any{"usage": json.RawMessage(wire.Encode(usage(left))), "threshold": threshold})
}

// ListUsageDays pages through the daily usage, newest first.
func (u *Usage) ListUsageDays(ctx context.Context, req *creditsv1.ListUsageDaysRequest) (*creditsv1.ListUsageDaysResponse, error) {
	f := credits.UsageFilter{Actor: req.GetActor(), Category: req.GetCategory()}
	if req.CreatedAfter != nil {
		f.After = req.CreatedAfter.AsTime()
	}
	p, err := u.module.UsageDays(ctx, ident.Must(ctx).Tenant(), f, req.Limit, req.Cursor)
	if err != nil {
		return nil, err
	}
	out := &creditsv1.ListUsageDaysResponse{Page: message.Page(p)}
	for _, d := range p.Items {
		out.Data = append(out.Data, &creditsv1.UsageDay{Object: "usage_day", Day: d.Day.Format("2006-01-02"), Actor: d.Actor, Category: d.Category,
			Credits: d.Credits, Operations: d.Operations})
	}
	return out, nil
}

var kinds = map[string]creditsv1.LedgerEntryKind{
	"grant":   creditsv1.LedgerEntryKind_LEDGER_ENTRY_KIND_GRANT,
	"hold":    creditsv1.LedgerEntryKind_LEDGER_ENTRY_KIND_HOLD,
	"capture": creditsv1.LedgerEntryKind_LEDGER_ENTRY_KIND_CAPTURE,
	"void":    creditsv1.LedgerEntryKind_LEDGER_ENTRY_KIND_VOID,
}

// ListLedgerEntries pages through the ledger, newest first.
func (u *Usage) ListLedgerEntries(ctx context.Context, req *creditsv1.ListLedgerEntriesRequest) (*creditsv1.ListLedgerEntriesResponse, error) {
	p, err := u.module.Ledger(ctx, ident.Must(ctx).Tenant(), req.Limit, req.Cursor)
	if err != nil {
		return nil, err
	}
	out := &creditsv1.ListLedgerEntriesResponse{Page: message.Page(p)}
	for _, e := range p.Items {
		out.Data = append(out.Data, &creditsv1.LedgerEntry{Object: "ledger_entry", Id: e.ID, Kind: kinds[e.Kind], Amount: e.Amount,
			Subject: e.Subject, CreatedAt: timestamppb.New(e.CreatedAt)})
	}
	return out, nil
}
