package rpc

import (
	"context"
	"net/http"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/signing"
	signingv1 "github.com/platenhq/platen/proto/gen/platen/signing/v1"
)

// Keys implements platen.signing.v1.SigningKeyService.
type Keys struct {
	module *signing.Module
	db     *pg.DB
}

// NewKeys returns the service over m.
func NewKeys(m *signing.Module, db *pg.DB) *Keys { return &Keys{m, db} }

// CreateSigningKey creates a key, which signs from now on.
func (k *Keys) CreateSigningKey(ctx context.Context, _ *signingv1.CreateSigningKeyRequest) (*signingv1.SigningKey, error) {
	return k.withSecret(ctx, k.module.CreateKey)
}

// RotateSigningKey creates a successor and retires the old key.
func (k *Keys) RotateSigningKey(ctx context.Context, in *signingv1.RotateSigningKeyRequest) (*signingv1.SigningKey, error) {
	return k.withSecret(ctx, func(ctx context.Context) (signing.Key, string, error) {
		return k.module.RotateKey(ctx, in.SigningKeyId)
	})
}

func (k *Keys) withSecret(ctx context.Context, make func(ctx context.Context) (signing.Key, string, error)) (*signingv1.SigningKey, error) {
	return idempotency.Do(ctx, k.db, http.StatusCreated, func(ctx context.Context) (*signingv1.SigningKey, error) {
		key, secret, err := make(ctx)
		if err != nil {
			return nil, err
		}
		m := keyMessage(key)
		m.Secret = &secret
		return m, nil
	})
}

// ListSigningKeys pages through the keys, newest first.
func (k *Keys) ListSigningKeys(ctx context.Context, in *signingv1.ListSigningKeysRequest) (*signingv1.ListSigningKeysResponse, error) {
	list, err := k.module.Keys(ctx, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	out := &signingv1.ListSigningKeysResponse{Page: message.Page(list)}
	for _, key := range list.Items {
		out.Data = append(out.Data, keyMessage(key))
	}
	return out, nil
}

// GetSigningKey reads a key.
func (k *Keys) GetSigningKey(ctx context.Context, in *signingv1.GetSigningKeyRequest) (*signingv1.SigningKey, error) {
	key, err := k.module.Key(ctx, in.SigningKeyId)
	if err != nil {
		return nil, err
	}
	return keyMessage(key), nil
}

// RetireSigningKey makes a key verify-only.
func (k *Keys) RetireSigningKey(ctx context.Context, in *signingv1.RetireSigningKeyRequest) (*signingv1.SigningKey, error) {
	return k.ended(ctx, in.SigningKeyId, k.module.RetireKey)
}

// RevokeSigningKey invalidates a key and every URL signed with it.
func (k *Keys) RevokeSigningKey(ctx context.Context, in *signingv1.RevokeSigningKeyRequest) (*signingv1.SigningKey, error) {
	return k.ended(ctx, in.SigningKeyId, k.module.RevokeKey)
}

func (k *Keys) ended(ctx context.Context, id string, end func(ctx context.Context, id string) (signing.Key, error)) (*signingv1.SigningKey, error) {
	return idempotency.Do(ctx, k.db, http.StatusOK, func(ctx context.Context) (*signingv1.SigningKey, error) {
		if old, err := k.module.Key(ctx, id); err == nil { // otherwise the change itself is refused
			audit.BeforeMessage(ctx, keyMessage(old))
		}
		key, err := end(ctx, id)
		if err != nil {
			return nil, err
		}
		return keyMessage(key), nil
	})
}

var statuses = map[signing.Status]signingv1.SigningKeyStatus{
	signing.Active:  signingv1.SigningKeyStatus_SIGNING_KEY_STATUS_ACTIVE,
	signing.Retired: signingv1.SigningKeyStatus_SIGNING_KEY_STATUS_RETIRED,
	signing.Revoked: signingv1.SigningKeyStatus_SIGNING_KEY_STATUS_REVOKED,
}

func keyMessage(k signing.Key) *signingv1.SigningKey {
	return &signingv1.SigningKey{
		Object: "signing_key", Id: k.ID, Kid: k.KID, Status: statuses[k.Status], CreatedAt: timestamppb.New(k.CreatedAt),
		RetiredAt: message.Timestamp(k.RetiredAt), RevokedAt: message.Timestamp(k.RevokedAt), Replaces: message.Optional(k.Replaces), Livemode: k.Mode == ident.Live,
	}
}
