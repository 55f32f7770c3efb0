package ai

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/ai/art"
	"github.com/platenhq/platen/modules/ai/internal/provider"
	"github.com/platenhq/platen/modules/platform/fault"
)

// ErrStyleNotFound is returned for a tone without a gradient style.
var ErrStyleNotFound = fault.NotFound(fault.GradientStyleNotFound)

// errUnavailable is returned for a substyle that needs an external provider when none is configured for it.
func errUnavailable(substyle string) error {
	return fault.Rules(fault.Detail{
		Path: "/substyle", Rule: "provider_unavailable", Actual: substyle, Expected: []any{"digital_illustration", "vector_illustration", "icon"},
		Message:  substyle + " needs an external provider and none is configured; GET /api/v1/ai/capabilities lists what is available.",
		FixPatch: []fault.Op{fault.Replace("/substyle", "digital_illustration")},
	})
}

// errNotDrawable is returned for a prompt whose subject the built-in generator does not draw. Nothing is charged.
func errNotDrawable(u *art.Undrawable) error {
	instead := make([]any, len(u.Instead))
	for i, name := range u.Instead {
		instead[i] = name
	}
	words := make([]any, len(u.Words))
	for i, w := range u.Words {
		words[i] = w
	}
	message := fmt.Sprintf("The built-in generator does not draw %s; it draws %s and more, listed in docs/ai.md. ", quoted(u.Words), strings.Join(u.Instead, ", "))
	fix := fault.Replace("/prompt", "a "+u.Instead[0])
	if u.Icon {
		message += "The substyle icon shows it. "
		fix = fault.Add("/substyle", string(art.Icon))
	}
	return fault.Rules(fault.Detail{
		Path: "/prompt", Rule: "subject_not_drawable", Expected: instead, Actual: strings.Join(u.Words, ", "),
		Message:  message + "For any other subject configure an external provider (PLATEN_AI_PROVIDER); GET /api/v1/ai/capabilities lists what is available. Nothing was charged.",
		Context:  map[string]any{"words": words, "capabilities": "/api/v1/ai/capabilities"},
		FixPatch: []fault.Op{fix},
	})
}

// quoted lists words in quotation marks, at most five.
func quoted(words []string) string {
	var b strings.Builder
	for i, w := range words[:min(len(words), 5)] {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString("“" + w + "”")
	}
	return b.String()
}

// errTooLong is returned for a prompt longer than the provider's model accepts.
func errTooLong(name string, limit, length int) error {
	return fault.Rules(fault.Detail{
		Path: "/prompt", Rule: "provider_max_length", Expected: int64(limit), Actual: int64(length),
		Message: fmt.Sprintf("The model of %s takes at most %d characters.", name, limit),
	})
}

// failure turns a provider's error into the fault that clients see: no image was generated and nothing is
// charged. The cause is only logged.
func failure(name string, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	rule, message := "provider_error", "The provider could not generate the image."
	var e *provider.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		rule, message = "provider_timeout", "The provider took too long."
	case errors.As(err, &e):
		switch e.Kind {
		case provider.Busy:
			rule, message = "provider_rate_limited", "The provider's rate limit is exceeded."
		case provider.Unreachable:
			rule, message = "provider_unreachable", "The provider does not respond."
		case provider.Refused:
			rule, message = "provider_refused", "The provider refuses the request."
		case provider.InvalidResponse:
			rule, message = "provider_answer", "The provider's response is not an image."
		case provider.TooLarge:
			rule, message = "provider_answer_too_large", "The provider's response is too large."
		}
	}
	return fault.New(fault.RenderFailed, message+" Nothing was charged.").
		With(fault.Detail{Rule: rule, Message: message, Context: map[string]any{"provider": name}}).Because(err)
}

// drawFault turns an error of the built-in generator into a fault.
func drawFault(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	rule, message := "generator_error", "The image could not be drawn."
	if errors.Is(err, context.DeadlineExceeded) {
		rule, message = "timeout", "Generating the image exceeded its time limit; request a smaller image."
	}
	return fault.New(fault.RenderFailed, message).With(fault.Detail{Rule: rule, Message: message}).Because(err)
}
