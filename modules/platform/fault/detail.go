package fault

import (
	"errors"
	"strconv"
	"strings"
)

// Detail is one failed rule.
type Detail struct {
	// Path is the location: a JSON Pointer (RFC 6901) into the body, "query:name", "header:Name" or "path:name".
	Path string
	// Message is one public sentence that names the field and the valid values.
	Message string
	// Rule is the stable name of the failed rule; it becomes context.rule.
	Rule string
	// Expected and Actual become context.expected and context.actual; nil is left out. They hold plain
	// JSON values: string, bool, int64, float64, json.Number, []any, map[string]any.
	Expected, Actual any
	// Context holds more members of context, such as lock_id; it must not repeat the three above.
	Context map[string]any
	// FixPatch corrects this failure when applied to the body; empty if there is no automatic fix.
	FixPatch []Op
	// Safe is true if FixPatch cannot change what is published: it corrects the name of a misspelt member, writes the
	// same value in its type, or inserts the schema's default. It has no meaning without a FixPatch.
	Safe bool
}

// Op is one operation of a JSON Patch (RFC 6902).
type Op struct {
	// Op is "add", "remove" or "replace".
	Op string
	// Path is a JSON Pointer into the body.
	Path string
	// Value is a plain JSON value; unused by "remove".
	Value any
}

// Replace returns the operation that puts value at path.
func Replace(path string, value any) Op { return Op{Op: "replace", Path: path, Value: value} }

// Add returns the operation that adds value at path.
func Add(path string, value any) Op { return Op{Op: "add", Path: path, Value: value} }

// Remove returns the operation that removes path.
func Remove(path string) Op { return Op{Op: "remove", Path: path} }

// Pointer builds a JSON Pointer from field names (string) and indices (int), escaping per RFC 6901
// section 3. Pointer() is "", the whole body.
func Pointer(parts ...any) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteByte('/')
		switch v := p.(type) {
		case int:
			b.WriteString(strconv.Itoa(v))
		case string:
			b.WriteString(pointerEscaper.Replace(v))
		default:
			panic("fault.Pointer: a part is a string or an int")
		}
	}
	return b.String()
}

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

// Invalid returns InvalidRequest with the details: the request does not match its schema.
func Invalid(details ...Detail) *Error {
	return New(InvalidRequest, summary(details, "The request does not match its schema")).With(details...)
}

// Rules returns ValidationFailed with the details: the request parses and breaks business rules.
func Rules(details ...Detail) *Error {
	return New(ValidationFailed, summary(details, "The request breaks a rule")).With(details...)
}

// State returns Conflict with a rule that names why the current state does not allow the request.
func State(rule, message string) *Error {
	return New(Conflict, message).With(Detail{Rule: rule, Message: message})
}

// NotFound returns the not-found fault of code. It takes no id on purpose: the response for another workspace's id
// is byte for byte the response for an id that never existed.
func NotFound(code Code) *Error {
	for _, e := range entries {
		if e.Code == code {
			return New(code, e.Meaning)
		}
	}
	return New(code, "Not found.")
}

// subjects names the field of a request that refers to the resource of a not-found code, where it is not the
// resource's own name and "_id".
var subjects = map[Code]string{
	RenderJobNotFound: "job_id", BrandKitNotFound: "kit_id", ApprovalPolicyNotFound: "policy_id", WebhookEventNotFound: "event_id",
	WebhookDeliveryNotFound: "delivery_id", APIKeyNotFound: "key_id", JWTIssuerNotFound: "issuer_id", GradientStyleNotFound: "tone",
	TemplateVersionNotFound: "version",
}

// At returns a detail with the code as its rule and e's message, for what is wrong at path.
func (e *Error) At(path string) Detail {
	return Detail{Path: path, Rule: strings.ToLower(string(e.Code)), Message: e.Message}
}

// Explained returns e with at least one detail that has a path and a rule, where its code is one of 400, 403
// or 404: the field that names a missing resource, or the token that lacks a right.
func (e *Error) Explained() *Error {
	rule := strings.ToLower(string(e.Code))
	switch e.Kind() {
	case KindNotFound:
		if len(e.Details) > 0 {
			return e
		}
		path := "path:"
		if name, ok := subjects[e.Code]; ok {
			path = Pointer(name)
		} else if name, ok := strings.CutSuffix(rule, "_not_found"); ok && e.Code != EndpointNotFound {
			path = Pointer(name + "_id")
		}
		return e.With(e.At(path))
	case KindForbidden:
		c := *e
		if c.Details = append([]Detail(nil), e.Details...); len(c.Details) == 0 {
			c.Details = []Detail{e.At("")}
		}
		for i := range c.Details {
			if c.Details[i].Path == "" {
				c.Details[i].Path = "header:Authorization"
			}
		}
		return &c
	case KindInvalid:
		if len(e.Details) == 0 {
			return e.With(e.At(""))
		}
	}
	return e
}

// Rule returns the rule of err's first detail, "" when there is none.
func Rule(err error) string {
	var f *Error
	if errors.As(err, &f) && len(f.Details) > 0 {
		return f.Details[0].Rule
	}
	return ""
}

func summary(details []Detail, lead string) string {
	switch len(details) {
	case 0:
		return lead + "."
	case 1:
		return lead + ": " + details[0].Message
	default:
		return lead + " in " + strconv.Itoa(len(details)) + " places; details lists each."
	}
}
