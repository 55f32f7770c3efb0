// Package rpc serves the signing module to REST and Connect.
package rpc

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/signing"
	signingv1 "github.com/platenhq/platen/proto/gen/platen/signing/v1"
)

// The default size of an image.
const (
	DefaultWidth  = 1200
	DefaultHeight = 630
)

// Signing implements platen.signing.v1.SigningService.
type Signing struct {
	module *signing.Module
	db     *pg.DB
}

// NewSigning returns the service over m.
func NewSigning(m *signing.Module, db *pg.DB) *Signing { return &Signing{m, db} }

// Sign mints a URL for every item, or for none.
func (s *Signing) Sign(ctx context.Context, in *signingv1.SignRequest) (*signingv1.SignResponse, error) {
	items := make([]signing.Item, len(in.Items))
	for i, it := range in.Items {
		item, err := fromItem(it)
		if err != nil {
			return nil, err
		}
		items[i] = item
	}
	batch, err := s.module.Check(ctx, items)
	if err != nil {
		return nil, err
	}
	if err := s.module.Require(ctx, batch, wire.Encode(in)); err != nil {
		return nil, err
	}
	return idempotency.Do(ctx, s.db, http.StatusOK, func(ctx context.Context) (*signingv1.SignResponse, error) {
		urls, err := s.module.Mint(ctx, batch)
		if err != nil {
			return nil, err
		}
		out := &signingv1.SignResponse{}
		for i := range urls {
			out.Data = append(out.Data, toURL(i, &urls[i]))
		}
		return out, nil
	})
}

// ExplainSignedUrl describes a URL of the caller's workspace and which part of it differs from what was signed.
func (s *Signing) ExplainSignedUrl(ctx context.Context, in *signingv1.ExplainSignedUrlRequest) (*signingv1.ExplainSignedUrlResponse, error) {
	e, err := s.module.Explain(ctx, in.Url)
	if err != nil {
		return nil, err
	}
	out := &signingv1.ExplainSignedUrlResponse{
		Object: "signed_url_explanation", Works: e.Works, Verifies: e.Verifies, Form: message.Optional(e.Form), Kid: message.Optional(e.KID),
		State: message.Optional(string(e.State)), ImageId: message.Optional(e.ImageID),
	}
	if status, ok := statuses[e.KeyStatus]; ok {
		out.KeyStatus = status.Enum()
	}
	if !e.ExpiresAt.IsZero() {
		out.ExpiresAt = timestamppb.New(e.ExpiresAt)
	}
	for _, p := range e.Problems {
		out.Problems = append(out.Problems, &signingv1.SignedUrlProblem{Part: string(p.Part), Message: p.Message, Fix: message.Optional(p.Fix)})
	}
	if e.Content != nil {
		if out.Request, err = wire.ParseObject(e.Content); err != nil {
			return nil, fmt.Errorf("reading the content of a signed URL: %w", err)
		}
	}
	return out, nil
}

// fromItem converts a validated item to the module's type.
func fromItem(in *signingv1.SignItem) (signing.Item, error) {
	content, err := contentOf(in)
	if err != nil {
		return signing.Item{}, err
	}
	item := signing.Item{
		Name: in.GetRef(), Content: content, Fallback: in.GetFallback(),
		Inline: in.GetForm() == signingv1.SignedUrlForm_SIGNED_URL_FORM_INLINE,
	}
	if in.ExpiresAt != nil {
		at := in.ExpiresAt.AsTime().Truncate(time.Second)
		item.ExpiresAt = &at
	}
	return item, nil
}

// contentOf returns the canonical JSON of everything that determines the image.
func contentOf(in *signingv1.SignItem) ([]byte, error) {
	c := proto.CloneOf(in)
	c.Ref, c.Form, c.ExpiresAt = nil, nil, nil
	v, err := canonical.Parse(wire.Encode(c), canonical.Limits{Depth: 256, Members: 1 << 20, Items: 1 << 20})
	if err != nil {
		return nil, err
	}
	return compact(v).Bytes(), nil
}

// compact removes empty lists and members of a document tree without effect, so that inline URLs stay short.
func compact(v canonical.Value) canonical.Value {
	v.Members = slices.DeleteFunc(v.Members, emptyList)
	for i, m := range v.Members {
		switch m.Name {
		case "document":
			v.Members[i].Value = compactNode(m.Value)
		case "overrides":
			for k, o := range m.Value.Items {
				m.Value.Items[k].Members = slices.DeleteFunc(o.Members, func(m canonical.Member) bool {
					return emptyList(m) || m.Value.Kind == canonical.Object && len(m.Value.Members) == 0
				})
			}
		}
	}
	return v
}

func emptyList(m canonical.Member) bool {
	return m.Value.Kind == canonical.Array && len(m.Value.Items) == 0
}

func compactNode(v canonical.Value) canonical.Value {
	out := canonical.Value{Kind: v.Kind}
	for _, m := range v.Members {
		empty := m.Value.Text == "" && len(m.Value.Items) == 0 && len(m.Value.Members) == 0
		if empty {
			continue
		}
		if m.Name == "children" {
			for i := range m.Value.Items {
				m.Value.Items[i] = compactNode(m.Value.Items[i])
			}
		}
		out.Members = append(out.Members, m)
	}
	return out
}

func toURL(index int, u *signing.URL) *signingv1.SignedUrl {
	return &signingv1.SignedUrl{Index: int32(index), Url: u.URL, RequestHash: u.RequestHash, Livemode: u.Mode.Livemode(), MetaTags: u.MetaTags,
		Ref: message.Optional(u.Name), ImageId: message.Optional(u.ImageID), ExpiresAt: message.Timestamp(u.ExpiresAt)}
}
