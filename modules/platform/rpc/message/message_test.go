package message_test

import (
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

func TestEnumIsTheInverseOfItsName(t *testing.T) {
	t.Parallel()
	for n := range renderingv1.OutputFormat_name {
		want := renderingv1.OutputFormat(n)
		if got := message.Enum[renderingv1.OutputFormat](wire.EnumName(want)); got != want {
			t.Errorf("%v became %v", want, got)
		}
	}
	for _, unknown := range []string{"", "OUTPUT_FORMAT_PNG", "bmp"} {
		if got := message.Enum[renderingv1.OutputFormat](unknown); got != renderingv1.OutputFormat_OUTPUT_FORMAT_UNSPECIFIED {
			t.Errorf("%q became %v", unknown, got)
		}
	}
}

func TestEmptyValuesAreAbsent(t *testing.T) {
	t.Parallel()
	now := time.Now()
	if message.Optional("") != nil || message.Timestamp(nil) != nil || message.NonZero(time.Time{}) != nil {
		t.Error("an empty value is present")
	}
	if *message.Optional("x") != "x" || !message.Timestamp(&now).AsTime().Equal(now) || !message.NonZero(now).AsTime().Equal(now) {
		t.Error("a value changed")
	}
	p := message.Page(page.Page[int]{HasMore: true, Next: "n"})
	if !p.HasMore || p.GetNextCursor() != "n" || p.PrevCursor != nil {
		t.Errorf("page %v", p)
	}
}
