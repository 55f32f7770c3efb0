package platen

import (
	"context"
	"iter"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
	authv1 "github.com/platenhq/platen/proto/gen/platen/auth/v1"
	creditsv1 "github.com/platenhq/platen/proto/gen/platen/credits/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// list is the answer of every list method.
type list[T any] interface {
	GetData() []T
	GetPage() *apiv1.Page
}

// all yields the items of every page that fetch gives for in, from in's own cursor on. It ends after the
// first error, which it yields too, and leaves in as it was.
func all[T any, In proto.Message, Out list[T]](ctx context.Context, in In, fetch func(context.Context, In) (Out, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		next := proto.CloneOf(in)
		cursor := next.ProtoReflect().Descriptor().Fields().ByName("cursor")
		for {
			out, err := fetch(ctx, next)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range out.GetData() {
				if !yield(item, nil) {
					return
				}
			}
			page := out.GetPage()
			if !page.GetHasMore() || page.NextCursor == nil {
				return
			}
			next.ProtoReflect().Set(cursor, protoreflect.ValueOfString(page.GetNextCursor()))
		}
	}
}

// RenderJobs yields every job that filter selects, newest first, fetching pages as the loop goes on.
func (c *Client) RenderJobs(ctx context.Context, filter *renderingv1.ListRenderJobsRequest) iter.Seq2[*renderingv1.RenderJob, error] {
	return all[*renderingv1.RenderJob](ctx, filter, c.Rendering.ListRenderJobs)
}

// AllImages yields every image that filter selects, newest first, fetching pages as the loop goes on.
func (c *Client) AllImages(ctx context.Context, filter *renderingv1.ListImagesRequest) iter.Seq2[*renderingv1.Image, error] {
	return all[*renderingv1.Image](ctx, filter, c.Images.ListImages)
}

// APIKeys yields every API key of the workspace, newest first, fetching pages as the loop goes on.
func (c *Client) APIKeys(ctx context.Context) iter.Seq2[*authv1.ApiKey, error] {
	return all[*authv1.ApiKey](ctx, &authv1.ListApiKeysRequest{}, c.Keys.ListApiKeys)
}

// Ledger yields every movement of credits, newest first, fetching pages as the loop goes on.
func (c *Client) Ledger(ctx context.Context) iter.Seq2[*creditsv1.LedgerEntry, error] {
	return all[*creditsv1.LedgerEntry](ctx, &creditsv1.ListLedgerEntriesRequest{}, c.Usage.ListLedgerEntries)
}
