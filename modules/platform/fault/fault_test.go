package fault_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/platform/fault"
)

func TestFromUnwrapsAFaultAndHidesOtherErrors(t *testing.T) {
	t.Parallel()
	f := fault.NotFound(fault.ImageNotFound)
	if got := fault.From(fmt.Errorf("loading: %w", f)); got != f {
		t.Errorf("From(wrapped fault) = %v, want the fault itself", got)
	}
	internal := fault.From(fmt.Errorf("pq: password=hunter2: %w", io.ErrUnexpectedEOF))
	if internal.Code != fault.InternalError || strings.Contains(internal.Message, "hunter2") {
		t.Errorf("From(plain error) = %q with public sentence %q", internal.Code, internal.Message)
	}
	if !errors.Is(internal, io.ErrUnexpectedEOF) {
		t.Error("the private cause is lost")
	}
	if fault.From(nil) != nil || fault.CodeOf(nil) != "" {
		t.Error("nil is not an error")
	}
}

func TestRelocateFindsAWrappedFault(t *testing.T) {
	t.Parallel()
	shared := fault.Rules(fault.Detail{Path: "/html", Rule: "a"})
	up := func(d *fault.Detail) { d.Path = "/template" }
	for name, err := range map[string]error{"plain": shared, "wrapped": fmt.Errorf("opening: %w", fmt.Errorf("reading: %w", shared))} {
		got := fault.From(fault.Relocate(err, up))
		if len(got.Details) != 1 || got.Details[0].Path != "/template" || got.Code != shared.Code {
			t.Errorf("%s: %v", name, got.Details)
		}
		if name == "wrapped" && !strings.Contains(got.Error(), "opening: reading:") {
			t.Errorf("%s: the log line lost its context: %s", name, got.Error())
		}
	}
	if shared.Details[0].Path != "/html" {
		t.Error("the shared fault was changed")
	}
	if err := fault.Relocate(io.EOF, up); err != io.EOF { //nolint:errorlint // the very same error
		t.Errorf("%v", err)
	}
}

func TestCopiesDoNotShareDetails(t *testing.T) {
	t.Parallel()
	base := fault.Rules(fault.Detail{Rule: "a"})
	one, two := base.With(fault.Detail{Rule: "one"}), base.With(fault.Detail{Rule: "two"})
	if one.Details[1].Rule != "one" || two.Details[1].Rule != "two" || len(base.Details) != 1 {
		t.Errorf("details leak between copies: %v %v %v", base.Details, one.Details, two.Details)
	}
	if !errors.Is(one, two) || errors.Is(one, fault.New(fault.Conflict, "")) {
		t.Error("errors.Is compares codes")
	}
}

func TestEveryCodeHasAKindAndIsListedOnce(t *testing.T) {
	t.Parallel()
	seen := map[fault.Code]bool{}
	for _, e := range fault.Entries() {
		if seen[e.Code] {
			t.Errorf("%s is listed twice", e.Code)
		}
		seen[e.Code] = true
		if e.Code.Kind() != e.Kind || e.Kind == 0 || e.Meaning == "" {
			t.Errorf("%s: kind %v, meaning %q", e.Code, e.Kind, e.Meaning)
		}
		if strings.HasSuffix(string(e.Code), "_NOT_FOUND") != (e.Kind == fault.KindNotFound) {
			t.Errorf("%s has kind %v", e.Code, e.Kind)
		}
	}
}

func TestPointerEscapes(t *testing.T) {
	t.Parallel()
	if got, want := fault.Pointer("a/b", 3, "c~d"), "/a~1b/3/c~0d"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := fault.Pointer(); got != "" {
		t.Errorf("the whole body is %q, want empty", got)
	}
}
