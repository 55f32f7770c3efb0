// Package message converts values that occur in every module's messages: optional strings, times, enums and pages.
package message

import (
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

// Optional returns a pointer to s, or nil if s is empty.
func Optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Timestamp returns *t, or nil if t is nil.
func Timestamp(t *time.Time) *timestamppb.Timestamp {
	if t == nil {
		return nil
	}
	return timestamppb.New(*t)
}

// NonZero returns t, or nil if t is the zero time.
func NonZero(t time.Time) *timestamppb.Timestamp {
	if t.IsZero() {
		return nil
	}
	return timestamppb.New(t)
}

// Enum returns the value of E with a name in the service's JSON, the unspecified value if there is none. It is the
// inverse of [wire.EnumName].
func Enum[E interface {
	~int32
	protoreflect.Enum
}](name string) E {
	var unspecified E
	n, _ := wire.EnumNumber(unspecified.Descriptor(), name)
	return E(n)
}

// Page returns the cursors of p.
func Page[T any](p page.Page[T]) *apiv1.Page {
	return &apiv1.Page{HasMore: p.HasMore, NextCursor: Optional(p.Next), PrevCursor: Optional(p.Prev)}
}
