package audit

import (
	"context"
	"database/sql"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/platform/rpc/wire"
)

// Record is the pending entry of one mutating request.
type Record struct {
	log    *Log
	change Change
	// request names the subject when the response has no id.
	request proto.Message

	mu      sync.Mutex
	tx      *sql.Tx // the transaction that will write it
	written bool
}

// Begin returns the record of a mutating request. c lacks the members that the response provides.
func (l *Log) Begin(c Change, request proto.Message) *Record {
	return &Record{log: l, change: c, request: request}
}

type recordKey struct{}

// With returns a context in which Done and Before apply to r.
func With(ctx context.Context, r *Record) context.Context {
	return context.WithValue(ctx, recordKey{}, r)
}

func from(ctx context.Context) *Record {
	r, _ := ctx.Value(recordKey{}).(*Record)
	return r
}

// Before records the object's state before the change: plain JSON values, no secrets. Without a record in
// the context it does nothing.
func Before(ctx context.Context, facts map[string]any) {
	if r := from(ctx); r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.change.Before = maps.Clone(facts)
	}
}

// BeforeMessage is Before with the Facts of m.
func BeforeMessage(ctx context.Context, m proto.Message) { Before(ctx, Facts(m)) }

// Done appends the request's entry as the last step of the transaction of ctx, or in its own transaction when none
// is open. A second call in the same transaction does nothing, and so does one without a record.
func Done(ctx context.Context, response proto.Message) error {
	r := from(ctx)
	if r == nil {
		return nil
	}
	tx := r.log.db.Tx(ctx)
	r.mu.Lock()
	again := r.written || tx != nil && r.tx == tx
	r.tx = tx
	r.mu.Unlock()
	if again {
		return nil
	}
	return r.log.db.BeforeCommit(ctx, func(ctx context.Context) error {
		r.mu.Lock()
		c := r.change
		r.mu.Unlock()
		thing := unwrap(response)
		if brands := BrandsOf(ctx, response); len(brands) == 1 {
			c.BrandID = brands[0]
		}
		c.After = Facts(thing)
		if c.Subject = idOf(thing); c.Subject == "" {
			c.Subject = subjectOf(r.request)
		}
		if err := r.log.append(ctx, c); err != nil {
			return err
		}
		r.log.db.AfterCommit(ctx, func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.written = true
		})
		return nil
	})
}

// Written reports whether the entry is in the log.
func (r *Record) Written() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.written
}

// unwrap returns the member of a oneof response, or the response itself.
func unwrap(m proto.Message) proto.Message {
	r := m.ProtoReflect()
	if r.Descriptor().Oneofs().Len() != 1 || r.Descriptor().Fields().ByName("id") != nil {
		return m
	}
	f := r.WhichOneof(r.Descriptor().Oneofs().Get(0))
	if f == nil || f.Message() == nil {
		return m
	}
	return r.Get(f).Message().Interface()
}

func idOf(m proto.Message) string {
	r := m.ProtoReflect()
	if f := r.Descriptor().Fields().ByName("id"); f != nil && f.Kind() == protoreflect.StringKind {
		return r.Get(f).String()
	}
	return ""
}

// subjectOf returns the first id that a request names.
func subjectOf(m proto.Message) string {
	if m == nil {
		return ""
	}
	r := m.ProtoReflect()
	fields := r.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if f.Kind() == protoreflect.StringKind && !f.IsList() && strings.HasSuffix(string(f.Name()), "_id") {
			return r.Get(f).String()
		}
	}
	return ""
}

// The limits of facts.
const (
	maxText = 200 // characters
	maxList = 20  // items
)

// Facts returns the short top-level members of a message: text, numbers, enum names, times and lists of
// text. Secrets, bytes and nested messages are left out, and addresses lose their query and user information.
func Facts(m proto.Message) map[string]any {
	out := map[string]any{}
	r := m.ProtoReflect()
	fields := r.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if !r.Has(f) || f.IsMap() || secret(f) || f.Name() == "object" {
			continue
		}
		if f.IsList() {
			list := r.Get(f).List()
			if f.Kind() == protoreflect.MessageKind {
				out[string(f.Name())+"_count"] = int64(list.Len())
				continue
			}
			var items []any
			for j := range min(list.Len(), maxList) {
				if v, ok := plain(f, list.Get(j)); ok {
					items = append(items, v)
				}
			}
			out[string(f.Name())] = items
			continue
		}
		if v, ok := plain(f, r.Get(f)); ok {
			out[string(f.Name())] = v
		}
	}
	return out
}

// secret reports whether a field is marked debug_redact or has a name that indicates a secret.
func secret(f protoreflect.FieldDescriptor) bool {
	if o, ok := f.Options().(*descriptorpb.FieldOptions); ok && o.GetDebugRedact() {
		return true
	}
	name := string(f.Name())
	return strings.Contains(name, "secret") && f.Kind() == protoreflect.StringKind || name == "token" || name == "signature" || name == "meta_tags"
}

// credential matches text in the form of this service's credentials, wherever a client may have put it. It contains one of
// credentialParts.
var credential = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(svc_(live|test)|legacy_(live|test)|whsec|ssk)_[A-Za-z0-9+/=_-]{16,}`)
})

var credentialParts = []string{"_live_", "_test_", "whsec_", "ssk_"}

// redact replaces credentials. Searching for their parts takes a fiftieth of the time of the expression.
func redact(s string) string {
	if !slices.ContainsFunc(credentialParts, func(part string) bool { return strings.Contains(s, part) }) {
		return s
	}
	return credential().ReplaceAllString(s, "[redacted]")
}

func plain(f protoreflect.FieldDescriptor, v protoreflect.Value) (any, bool) {
	switch f.Kind() {
	case protoreflect.StringKind:
		return text(string(f.Name()), v.String()), true
	case protoreflect.BoolKind:
		return v.Bool(), true
	case protoreflect.Int32Kind, protoreflect.Int64Kind:
		return v.Int(), true
	case protoreflect.EnumKind:
		if d := f.Enum().Values().ByNumber(v.Enum()); d != nil {
			return wire.EnumValue(d), true
		}
	case protoreflect.MessageKind:
		if t, ok := v.Message().Interface().(*timestamppb.Timestamp); ok {
			return t.AsTime().Format("2006-01-02T15:04:05.000000Z"), true
		}
	}
	return nil, false
}

func text(name, s string) string {
	if name == "url" || strings.HasSuffix(name, "_url") {
		u, err := url.Parse(s)
		if err != nil {
			return ""
		}
		u.User, u.RawQuery, u.Fragment = nil, "", ""
		s = u.String()
	}
	s = redact(s)
	if r := []rune(s); len(r) > maxText {
		s = string(r[:maxText]) + "…"
	}
	return s
}
