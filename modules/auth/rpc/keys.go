// Package rpc serves the auth module to REST and Connect.
package rpc

import (
	"context"
	"net/http"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	authv1 "github.com/platenhq/platen/proto/gen/platen/auth/v1"
)

// Keys implements platen.auth.v1.ApiKeyService.
type Keys struct {
	module *auth.Module
	db     *pg.DB
}

// NewKeys returns the service over m.
func NewKeys(m *auth.Module, db *pg.DB) *Keys { return &Keys{m, db} }

// CreateApiKey creates a key with at most the caller's rights.
func (k *Keys) CreateApiKey(ctx context.Context, req *authv1.CreateApiKeyRequest) (*authv1.ApiKey, error) {
	mint := auth.Mint{Mode: ident.Test, Name: req.Name, Scopes: RequestedScopes(req.Scopes), Brand: req.GetBrandId()}
	if req.Mode == authv1.KeyMode_KEY_MODE_LIVE {
		mint.Mode = ident.Live
	}
	return idempotency.Do(ctx, k.db, http.StatusCreated, func(ctx context.Context) (*authv1.ApiKey, error) {
		key, text, err := k.module.MintKey(ctx, mint)
		if err != nil {
			return nil, err
		}
		return Shown(key, text), nil
	})
}

// RequestedScopes returns the scopes of a request, nil when it names none.
func RequestedScopes(scopes []string) []string {
	if len(scopes) == 0 {
		return nil
	}
	return scopes
}

// ListApiKeys pages through the keys of the caller's workspace and mode.
func (k *Keys) ListApiKeys(ctx context.Context, req *authv1.ListApiKeysRequest) (*authv1.ListApiKeysResponse, error) {
	p := ident.Must(ctx)
	list, err := k.module.Keys(ctx, p.Tenant(), req.Limit, req.Cursor)
	if err != nil {
		return nil, err
	}
	out := &authv1.ListApiKeysResponse{Page: message.Page(list)}
	for _, key := range list.Items {
		out.Data = append(out.Data, keyMessage(key))
	}
	return out, nil
}

// GetApiKey reads a key of the caller's workspace and mode.
func (k *Keys) GetApiKey(ctx context.Context, req *authv1.GetApiKeyRequest) (*authv1.ApiKey, error) {
	p := ident.Must(ctx)
	key, err := k.module.Key(ctx, p.Workspace, p.Mode, req.KeyId)
	if err != nil {
		return nil, err
	}
	if err := p.Tenant().Check(key.Limit...); err != nil {
		return nil, err
	}
	return keyMessage(key), nil
}

// RotateApiKey creates a successor; the old key remains valid for 24 hours.
func (k *Keys) RotateApiKey(ctx context.Context, req *authv1.RotateApiKeyRequest) (*authv1.ApiKey, error) {
	p := ident.Must(ctx)
	if old, err := k.module.Key(ctx, p.Workspace, p.Mode, req.KeyId); err == nil { // otherwise the change itself is refused
		audit.BeforeMessage(ctx, keyMessage(old))
	}
	return idempotency.Do(ctx, k.db, http.StatusCreated, func(ctx context.Context) (*authv1.ApiKey, error) {
		key, text, err := k.module.Rotate(ctx, p, req.KeyId)
		if err != nil {
			return nil, err
		}
		return Shown(key, text), nil
	})
}

// RevokeApiKey revokes a key immediately.
func (k *Keys) RevokeApiKey(ctx context.Context, req *authv1.RevokeApiKeyRequest) (*authv1.ApiKey, error) {
	p := ident.Must(ctx)
	if old, err := k.module.Key(ctx, p.Workspace, p.Mode, req.KeyId); err == nil { // otherwise the change itself is refused
		audit.BeforeMessage(ctx, keyMessage(old))
	}
	key, err := k.module.Revoke(ctx, p, req.KeyId)
	if err != nil {
		return nil, err
	}
	return keyMessage(key), nil
}

// Shown returns a key with its text, for the only response that contains it.
func Shown(k auth.Key, text string) *authv1.ApiKey {
	m := keyMessage(k)
	m.Secret = &text
	return m
}

var statuses = map[auth.Status]authv1.KeyStatus{
	auth.Active:  authv1.KeyStatus_KEY_STATUS_ACTIVE,
	auth.InGrace: authv1.KeyStatus_KEY_STATUS_GRACE,
	auth.Revoked: authv1.KeyStatus_KEY_STATUS_REVOKED,
}

func keyMessage(k auth.Key) *authv1.ApiKey {
	m := &authv1.ApiKey{
		Object: "api_key", Id: k.ID, Name: k.Name, Mode: authv1.KeyMode_KEY_MODE_TEST, Prefix: k.Prefix, LastFour: k.LastFour,
		Scopes: k.Scopes, Status: statuses[k.Status], CreatedAt: timestamppb.New(k.CreatedAt),
		LastUsedAt: message.NonZero(k.LastUsedAt), ExpiresAt: message.NonZero(k.ExpiresAt),
		BrandId: message.Optional(k.Brand), LastUsedIp: message.Optional(k.LastUsedIP), Replaces: message.Optional(k.Replaces),
	}
	if k.Mode == ident.Live {
		m.Mode = authv1.KeyMode_KEY_MODE_LIVE
	}
	return m
}
