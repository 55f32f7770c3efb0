package liquid

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"golang.org/x/text/language"
)

// Options are the parameters of a run.
type Options struct {
	// Locale selects the format of numbers, money and dates.
	Locale language.Tag
	// Zone is the time zone of formatted times; nil is UTC.
	Zone *time.Location
}

// Run fills in the template. Values are nil, bool, float64, string, [Markup]…, with lists and objects as in JSON: []any
// and map[string]any; they are not modified. The errors are *[Error].
func (t *Template) Run(values map[string]any, o Options) (string, error) {
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	r := &run{options: o, scopes: []map[string]any{values, {}}, cycles: map[*cycle]int{}}
	err := r.all(t.nodes)
	if err == nil || errors.Is(err, errBreak) || errors.Is(err, errContinue) {
		err = r.err
	}
	if err != nil {
		return "", err
	}
	return r.out.String(), nil
}

// run is the state of one execution.
type run struct {
	options Options
	scopes  []map[string]any
	out     strings.Builder
	steps   int
	cycles  map[*cycle]int
	err     error // why a value could not be computed; the next step returns it
}

var errBreak, errContinue = errors.New("break"), errors.New("continue")

func (r *run) step() error {
	if r.err != nil {
		return r.err
	}
	if r.steps++; r.steps > maxSteps {
		return limit("template_steps", "Filling the template in takes more than %d steps; use shorter lists.", maxSteps)
	}
	return nil
}

func (r *run) write(s string) error {
	if r.out.Len()+len(s) > maxOutput {
		return limit("template_output", "The filled-in template has more than %d bytes.", maxOutput)
	}
	r.out.WriteString(s)
	return nil
}

func (r *run) all(nodes []node) error {
	for _, n := range nodes {
		if err := r.step(); err != nil {
			return err
		}
		if err := n.run(r); err != nil {
			return err
		}
	}
	return nil
}

type literal string

func (l literal) run(r *run) error { return r.write(string(l)) }

type output struct {
	value *expression
	esc   escaper
}

func (o *output) run(r *run) error {
	v, err := r.eval(o.value)
	if err != nil {
		return err
	}
	return r.write(o.esc.apply(v))
}

type assign struct {
	name  string
	value *expression
}

func (a *assign) run(r *run) error {
	v, err := r.eval(a.value)
	if err != nil {
		return err
	}
	r.scopes[1][a.name] = v
	return nil
}

type capture struct {
	name string
	body []node
}

func (c *capture) run(r *run) error {
	inner := *r
	inner.out = strings.Builder{}
	err := inner.all(c.body)
	r.steps, r.err = inner.steps, inner.err
	if err == nil && inner.out.Len() > maxString {
		err = limit("template_value", "A value has more than %d bytes.", maxString)
	}
	r.scopes[1][c.name] = inner.out.String()
	return err
}

type arm struct {
	cond    *condition // nil for else
	negated bool
	body    []node
}

type branches struct{ arms []arm }

func (b *branches) run(r *run) error {
	for i := range b.arms {
		a := &b.arms[i]
		if a.cond == nil || r.holds(a.cond) != a.negated {
			return r.all(a.body)
		}
	}
	return nil
}

type when struct {
	values []operand // none for else
	body   []node
}

type choice struct {
	subject operand
	whens   []when
}

func (c *choice) run(r *run) error {
	v := r.value(&c.subject)
	for i := range c.whens {
		w := &c.whens[i]
		hit := len(w.values) == 0
		for j := range w.values {
			hit = hit || equal(v, r.value(&w.values[j]))
		}
		if hit {
			return r.all(w.body)
		}
	}
	return nil
}

type jump string

func (j jump) run(*run) error {
	if j == "break" {
		return errBreak
	}
	return errContinue
}

type cycle struct {
	values []operand
	esc    escaper
}

func (c *cycle) run(r *run) error {
	n := r.cycles[c]
	r.cycles[c] = n + 1
	return r.write(c.esc.apply(r.value(&c.values[n%len(c.values)])))
}

type loop struct {
	name          string
	list          operand
	limit, offset *operand
	reversed      bool
	body, empty   []node
}

func (l *loop) run(r *run) error {
	items := list(r.value(&l.list))
	if l.offset != nil {
		n, _ := toFloat(r.value(l.offset))
		items = items[int(min(max(n, 0), float64(len(items)))):]
	}
	if l.limit != nil {
		n, _ := toFloat(r.value(l.limit))
		items = items[:int(min(max(n, 0), float64(len(items))))]
	}
	if len(items) == 0 {
		return r.all(l.empty)
	}
	scope := map[string]any{}
	r.scopes = append(r.scopes, scope)
	defer func() { r.scopes = r.scopes[:len(r.scopes)-1] }()
	for i := range items {
		item := items[i]
		if l.reversed {
			item = items[len(items)-1-i]
		}
		scope[l.name] = item
		scope["forloop"] = map[string]any{
			"index": float64(i + 1), "index0": float64(i), "rindex": float64(len(items) - i), "rindex0": float64(len(items) - i - 1),
			"first": i == 0, "last": i == len(items)-1, "length": float64(len(items)),
		}
		if err := r.step(); err != nil {
			return err
		}
		err := r.all(l.body)
		if errors.Is(err, errBreak) {
			return nil
		}
		if err != nil && !errors.Is(err, errContinue) {
			return err
		}
	}
	return nil
}

// lookup resolves a name, starting with the innermost scope.
func (r *run) lookup(name string) any {
	for i := len(r.scopes) - 1; i >= 0; i-- {
		if v, ok := r.scopes[i][name]; ok {
			return v
		}
	}
	return nil
}

// value returns an operand's value; nil if it is undefined.
func (r *run) value(o *operand) any {
	if o.from != nil {
		a, okA := toFloat(r.value(o.from))
		b, okB := toFloat(r.value(o.to))
		if !okA || !okB {
			return []any{}
		}
		a = math.Trunc(a)
		if count := math.Floor(b-a) + 1; count > maxItems {
			if r.err == nil {
				r.err = limit("template_items", "The range (%s..%s) has %s items, %s more than the %d that a range may have. Use a shorter one, or a list of the data.",
					text(a), text(b), text(count), text(count-maxItems), maxItems)
			}
			return []any{}
		}
		var out []any
		for n := a; n <= b; n++ {
			out = append(out, n)
		}
		return out
	}
	if !o.isPath {
		return o.literal
	}
	v := r.lookup(o.root)
	for i := range o.steps {
		s := &o.steps[i]
		key := any(s.name)
		if s.index != nil {
			key = r.value(s.index)
		}
		v = member(v, key, s.index == nil)
	}
	return v
}

// member returns a member or item of a value.
func member(v, key any, named bool) any {
	switch v := v.(type) {
	case map[string]any:
		name := text(key)
		if m, ok := v[name]; ok {
			return m
		}
		if named && name == "size" {
			return float64(len(v))
		}
	case []any:
		if named {
			switch key {
			case "size":
				return float64(len(v))
			case "first":
				key = 0.0
			case "last":
				key = -1.0
			}
		}
		if _, isText := key.(string); isText {
			return nil
		}
		if n, ok := toFloat(key); ok {
			if n < 0 {
				n += float64(len(v))
			}
			if n >= 0 && n < float64(len(v)) {
				return v[int(n)]
			}
		}
	case string:
		if named && key == "size" {
			return float64(len([]rune(v)))
		}
	}
	return nil
}

func (r *run) eval(e *expression) (any, error) {
	v := r.value(&e.value)
	if r.err != nil {
		return nil, r.err
	}
	for i := range e.filters {
		if err := r.step(); err != nil {
			return nil, err
		}
		f := &e.filters[i]
		args := make([]any, len(f.args))
		for j := range f.args {
			args[j] = r.value(&f.args[j])
		}
		out, err := f.fn(r, v, args)
		if err != nil {
			return nil, &Error{Rule: "template_value", Line: e.line, Message: fmt.Sprintf("%s: %s", f.name, err)}
		}
		if s, ok := out.(string); ok && len(s) > maxString {
			return nil, limit("template_value", "A value has more than %d bytes.", maxString)
		}
		if l, ok := out.([]any); ok && len(l) > maxItems {
			return nil, limit("template_value", "A list has more than %d items.", maxItems)
		}
		v = out
	}
	return v, nil
}

// holds evaluates a condition.
func (r *run) holds(c *condition) bool {
	now := r.compare(c)
	switch c.logic {
	case "and":
		return now && r.holds(c.next)
	case "or":
		return now || r.holds(c.next)
	}
	return now
}

func (r *run) compare(c *condition) bool {
	a := r.value(&c.left)
	if c.op == "" {
		return truth(a)
	}
	b := r.value(&c.right)
	switch c.op {
	case "==":
		return equal(a, b)
	case "!=", "<>":
		return !equal(a, b)
	case "contains":
		if l, ok := a.([]any); ok {
			for _, item := range l {
				if equal(item, b) {
					return true
				}
			}
			return false
		}
		return a != nil && b != nil && strings.Contains(text(a), text(b))
	}
	x, okX := toFloat(a)
	y, okY := toFloat(b)
	if sign, ok := order(a, b); ok && (long(a) || long(b)) {
		x, y, okX, okY = float64(sign), 0, true, true
	}
	if !okX || !okY {
		s, okS := a.(string)
		t, okT := b.(string)
		if !okS || !okT {
			return false
		}
		x, y = float64(strings.Compare(s, t)), 0
	}
	switch c.op {
	case "<":
		return x < y
	case ">":
		return x > y
	case "<=":
		return x <= y
	}
	return x >= y
}

// Evaluate returns the value of a path such as `item.url`, for callers that repeat nodes.
func Evaluate(path string, values map[string]any) (any, error) {
	l, err := lex(path, 0)
	if err != nil {
		return nil, err
	}
	o, err := l.operand()
	if err == nil {
		err = l.end()
	}
	if err != nil {
		return nil, err
	}
	r := &run{scopes: []map[string]any{values, {}}}
	return r.value(&o), r.err
}

// Holds reports whether a condition such as `image and items.size > 2` is true.
func Holds(cond string, values map[string]any) (bool, error) {
	l, err := lex(cond, 0)
	if err != nil {
		return false, err
	}
	c, err := l.condition()
	if err == nil {
		err = l.end()
	}
	if err != nil {
		return false, err
	}
	r := &run{scopes: []map[string]any{values, {}}}
	return r.holds(c), r.err
}
