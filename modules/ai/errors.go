package ai

import (
	"context"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/ai/internal/provider"
	"github.com/platenhq/platen/modules/platform/fault"
)

// ErrStyleNotFound says that no gradient style has the tone.
var ErrStyleNotFound = fault.NotFound(fault.GradientStyleNotFound)

// errUnavailable says that only an external provider makes a substyle and that there is none for it.
func errUnavailable(substyle string) error {
	return fault.Rules(fault.Detail{
		Path: "/substyle", Rule: "provider_unavailable", Actual: substyle, Expected: []any{"digital_illustration", "vector_illustration", "icon"},
		Message:  substyle + " needs an external provider, and none is configured here; capabilities tells what can be made.",
		FixPatch: []fault.Op{fault.Replace("/substyle", "digital_illustration")},
	})
}

// errTooLong says that a prompt is longer than the provider's model takes.
func errTooLong(name string, limit, length int) error {
	return fault.Rules(fault.Detail{
		Path: "/prompt", Rule: "provider_max_length", Expected: int64(limit), Actual: int64(length),
		Message: fmt.Sprintf("The model of %s takes at most %d characters.", name, limit),
	})
}

// failure turns what went wrong at a provider into the fault clients see: the picture was not made and nothing
// is charged. The cause stays in the log.
func failure(name string, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	rule, message := "provider_error", "The provider could not make the picture."
	var e *provider.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		rule, message = "provider_timeout", "The provider took too long."
	case errors.As(err, &e):
		switch e.Kind {
		case provider.Busy:
			rule, message = "provider_rate_limited", "The provider takes no more requests at the moment."
		case provider.Unreachable:
			rule, message = "provider_unreachable", "The provider does not answer."
		case provider.Refused:
			rule, message = "provider_refused", "The provider refuses the request."
		case provider.Nonsense:
			rule, message = "provider_answer", "The provider's answer is no picture."
		case provider.TooLarge:
			rule, message = "provider_answer_too_large", "The provider's answer is too large."
		}
	}
	return fault.New(fault.RenderFailed, message+" Nothing was charged.").
		With(fault.Detail{Rule: rule, Message: message, Context: map[string]any{"provider": name}}).Because(err)
}

// drawFault turns what went wrong in the built-in generator into a fault.
func drawFault(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	rule, message := "generator_error", "The picture could not be drawn."
	if errors.Is(err, context.DeadlineExceeded) {
		rule, message = "timeout", "The time for one picture was over; make it smaller."
	}
	return fault.New(fault.RenderFailed, message).With(fault.Detail{Rule: rule, Message: message}).Because(err)
}
