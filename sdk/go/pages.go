package platen

import (
	"context"
	"iter"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

// list is the response of every list method.
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
