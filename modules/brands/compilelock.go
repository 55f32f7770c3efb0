package brands

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/platenhq/platen/modules/platform/fault"
)

var lockID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`) })

// known are the properties suggested for a misspelt one.
var known = []string{"color", "background", "background-color", "background-image", "font-family", "font-size", "font-weight", "border-radius", "letter-spacing",
	"text-transform", "line-height", "fill", "stroke", "border-color", "border-width", "text-align", "opacity", "padding", "margin", "gap", "text-shadow", "box-shadow",
	"text-decoration-line", "text-decoration-color", "outline-color", "stroke-width", "word-spacing"}

func (c *compiler) compileLocks() []*lock {
	c.tooMany("/locks", len(c.kit.Locks), maxLocks)
	ids := map[string]bool{}
	for i := range c.kit.Locks {
		id := c.kit.Locks[i].ID
		if id == "" {
			continue
		}
		if !lockID().MatchString(id) {
			c.refuse(lockPath(i, "id"), "lock_id", "An id has letters, digits, -, _ and dots.", id)
		}
		if ids[id] {
			c.refuse(lockPath(i, "id"), "duplicate", "Another lock has this id.", id, fault.Remove(lockPath(i, "id")))
		}
		ids[id] = true
	}
	var out []*lock
	for i := range c.kit.Locks {
		l := &c.kit.Locks[i]
		for n := i + 1; l.ID == ""; n++ {
			if id := "lck_" + strconv.Itoa(n); !ids[id] {
				l.ID, ids[id] = id, true
			}
		}
		if made := c.lock(i, l); made != nil {
			out = append(out, made)
		}
	}
	return out
}

// lock compiles one lock; nil when it is invalid.
func (c *compiler) lock(i int, l *Lock) *lock {
	before := len(c.details)
	out := &lock{Lock: l, index: i, neutrals: c.kit.Colors.NeutralsAllowed}
	if l.Selector != "" {
		sel, err := c.styles.Selector(l.Selector)
		if err != nil || len(l.Selector) > 1024 {
			c.refuse(lockPath(i, "selector"), "selector", "The selector is not understood.", l.Selector)
		}
		out.sel = sel
	}
	if l.Severity != Error && l.Severity != Warn {
		c.refuse(lockPath(i, "severity"), "enum", "The severity is error or warn.", l.Severity, fault.Replace(lockPath(i, "severity"), Error))
	}
	switch {
	case (l.Property == "") == (l.Target == ""):
		c.refuse("/locks/"+strconv.Itoa(i), "lock_subject", "A lock is about a property or about a target: exactly one of them.", nil)
	case l.Property != "":
		l.Property = strings.ToLower(l.Property)
		c.property(i, l, out)
	default:
		c.target(i, l, out)
	}
	if len(c.details) > before {
		return nil
	}
	return out
}

// members checks that a lock has exactly the members that its mode uses.
func (c *compiler) members(i int, l *Lock, modes ...string) bool {
	if !slices.Contains(modes, l.Mode) {
		c.details = append(c.details, fault.Detail{Path: lockPath(i, "mode"), Rule: "lock_mode", Actual: l.Mode, Expected: strs(modes),
			Message: fmt.Sprintf("A lock of %s has one of the modes %s.", l.subject(), strings.Join(modes, ", "))})
		return false
	}
	reads := map[string][]string{Exact: {"value"}, Allow: {"value"}, Forbid: {"value"}, Range: {"min", "max"}, Min: {"value", "min"}, Max: {"value", "max"}}[l.Mode]
	has := map[string]any{"value": l.Value, "min": l.Min, "max": l.Max}
	ok, found := true, 0
	for _, name := range []string{"value", "min", "max"} {
		switch {
		case has[name] == nil:
		case !slices.Contains(reads, name):
			c.refuse(lockPath(i, name), "lock_member", fmt.Sprintf("A lock of mode %s has no %s.", l.Mode, name), nil, fault.Remove(lockPath(i, name)))
			ok = false
		default:
			found++
		}
	}
	need := 1
	if l.Mode == Range {
		need = 2
	}
	if found != need {
		c.refuse("/locks/"+strconv.Itoa(i), "lock_member", fmt.Sprintf("A lock of mode %s needs %s.", l.Mode, strings.Join(reads, map[bool]string{true: " and ", false: " or "}[need == 2])), nil)
		ok = false
	}
	return ok
}

func strs(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

func (c *compiler) property(i int, l *Lock, out *lock) {
	if out.kind = c.styles.Kind(l.Property); out.kind == NoKind {
		var fix []fault.Op
		if near := closest(l.Property, known); near != "" {
			fix = []fault.Op{fault.Replace(lockPath(i, "property"), near)}
		}
		c.refuse(lockPath(i, "property"), "lock_property", "The computed values of this property cannot be locked.", l.Property, fix...)
		return
	}
	modes := []string{Exact, Allow, Forbid}
	if out.kind == NumberKind {
		modes = []string{Exact, Allow, Range, Min, Max, Forbid}
	}
	if !c.members(i, l, modes...) {
		return
	}
	if l.Mode == Range || l.Mode == Min || l.Mode == Max {
		c.bounds(i, l, out)
		return
	}
	list := items(l.Value)
	if len(list) == 0 {
		c.refuse(lockPath(i, "value"), "min_items", "A lock lists at least one value.", nil)
	}
	c.tooMany(lockPath(i, "value"), len(list), maxItems)
	if l.Mode == Exact && len(list) > 1 {
		c.refuse(lockPath(i, "mode"), "lock_mode", "A lock of mode exact has one value; allow takes a list.", nil, fault.Replace(lockPath(i, "mode"), Allow))
	}
	for j, v := range list {
		path := lockPath(i, "value")
		if _, isList := l.Value.([]any); isList {
			path = fault.Pointer("locks", i, "value", j)
		}
		if w, ok := c.value(path, l, out.kind, v); ok {
			out.values = append(out.values, w)
		}
	}
}

// value parses one value of a property's lock.
func (c *compiler) value(path string, l *Lock, sort ValueKind, v any) (lockValue, bool) {
	if sort == NumberKind {
		longhand := c.styles.Longhands(l.Property)[0]
		w, fix, ok := parseNumber(c.styles, longhand, v)
		if !ok {
			c.refuse(path, "lock_value", "The value is not a value of "+l.Property+" in absolute units.", v, replacement(path, fix)...)
		}
		return w, ok
	}
	text, isText := v.(string)
	if !isText || strings.ContainsAny(text, ";{}!") || len(text) > 512 {
		c.refuse(path, "lock_value", "The value is not a value of "+l.Property+".", v)
		return lockValue{}, false
	}
	switch sort {
	case ColorKind:
		color, ok := c.color(path, text)
		return lockValue{css: color.hex(), color: color}, ok
	case FamilyKind:
		if strings.TrimSpace(text) == "" {
			c.refuse(path, "lock_value", "A font has a name.", v)
			return lockValue{}, false
		}
		return lockValue{css: c.kit.families(text), text: strings.Trim(text, `"'`)}, true
	}
	longhand := c.styles.Longhands(l.Property)[0]
	canonical, ok := c.styles.Canonical(longhand, text)
	if !ok {
		c.refuse(path, "lock_value", "The value is not a value of "+l.Property+".", v)
	}
	return lockValue{css: text, text: canonical}, ok
}

// bounds parses the minimum and the maximum of a numeric lock.
func (c *compiler) bounds(i int, l *Lock, out *lock) {
	read := func(member string, v any) *lockValue {
		if len(items(v)) != 1 {
			c.refuse(lockPath(i, member), "lock_value", "This is one number.", nil)
			return nil
		}
		w, ok := c.value(lockPath(i, member), l, NumberKind, v)
		if !ok {
			return nil
		}
		return &w
	}
	low, high := "min", "max"
	lowValue, highValue := l.Min, l.Max
	if l.Value != nil {
		if low, lowValue = "value", l.Value; l.Mode == Max {
			high, highValue = "value", l.Value
		}
	}
	if l.Mode != Max {
		out.low = read(low, lowValue)
	}
	if l.Mode != Min {
		out.high = read(high, highValue)
	}
	if out.low == nil || out.high == nil {
		return
	}
	switch {
	case out.low.unit != out.high.unit:
		c.refuse(lockPath(i, "max"), "lock_units", "min and max have the same unit.", nil)
	case out.low.n > out.high.n:
		c.refuse(lockPath(i, "min"), "lock_range", "min is not above max.", l.Min, fault.Replace(lockPath(i, "min"), l.Max), fault.Replace(lockPath(i, "max"), l.Min))
	}
}

func (c *compiler) target(i int, l *Lock, out *lock) {
	switch l.Target {
	case SafeArea:
		if !c.members(i, l, Min) {
			return
		}
		v, member := l.Value, "value"
		if v == nil {
			v, member = l.Min, "min"
		}
		if w, ok := c.margin(lockPath(i, member), v); ok {
			out.low = &w
		}
	case Contrast:
		if !c.members(i, l, Min) {
			return
		}
		v, member := l.Value, "value"
		if v == nil {
			v, member = l.Min, "min"
		}
		if text, isText := v.(string); isText {
			if n, unit, ok := split(text); ok && unit == "" {
				c.refuse(lockPath(i, member), "lock_value", "A contrast is a number.", v, fault.Replace(lockPath(i, member), n))
				return
			}
		}
		n, ok := v.(float64)
		if !ok || n < 1 || n > 21 {
			c.refuse(lockPath(i, member), "lock_value", "A contrast is a number from 1 to 21.", v)
			return
		}
		out.low = &lockValue{css: number(n), n: n, unit: UnitNumber}
	case Position:
		if l.Selector == "" {
			c.refuse("/locks/"+strconv.Itoa(i), "lock_member", "A lock of layout.position needs a selector for the elements it places.", nil)
		}
		if !c.members(i, l, Exact, Allow) {
			return
		}
		for _, v := range items(l.Value) {
			text, _ := v.(string)
			at, ok := cells[text]
			if !ok {
				var fix []fault.Op
				if near := closest(text, sorted(cells)); near != "" && !isList(l.Value) {
					fix = []fault.Op{fault.Replace(lockPath(i, "value"), near)}
				}
				c.refuse(lockPath(i, "value"), "lock_value", "A position is one of "+strings.Join(sorted(cells), ", ")+".", v, fix...)
				continue
			}
			out.cells = append(out.cells, at)
			out.values = append(out.values, lockValue{css: text, text: text})
		}
	case LogoUsage:
		if !c.members(i, l, Exact, Allow) {
			return
		}
		for _, v := range items(l.Value) {
			name, _ := v.(string)
			at := slices.IndexFunc(c.kit.Logos, func(g Logo) bool { return g.Name == name })
			if at < 0 {
				c.refuse(lockPath(i, "value"), "logo_reference", "The kit has no logo of this name.", v)
				continue
			}
			out.names = append(out.names, name)
			out.values = append(out.values, lockValue{css: name, text: name})
		}
	default:
		var fix []fault.Op
		targets := []string{SafeArea, Position, LogoUsage, Contrast}
		if near := closest(l.Target, targets); near != "" {
			fix = []fault.Op{fault.Replace(lockPath(i, "target"), near)}
		}
		c.details = append(c.details, fault.Detail{Path: lockPath(i, "target"), Rule: "lock_target", Actual: l.Target, Expected: strs(targets), FixPatch: fix,
			Message: "A target is one of " + strings.Join(targets, ", ") + "."})
	}
}

func isList(v any) bool { _, ok := v.([]any); return ok }

// cell is one cell of a 3×3 grid over the canvas: column and row from 0 to 2.
type cell struct{ column, row int }

// cells maps the names of layout.position to cells.
var cells = map[string]cell{"top-left": {0, 0}, "top": {1, 0}, "top-right": {2, 0}, "left": {0, 1}, "center": {1, 1}, "right": {2, 1},
	"bottom-left": {0, 2}, "bottom": {1, 2}, "bottom-right": {2, 2}}
