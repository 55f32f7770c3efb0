package library

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/library/internal/liquid"
	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
)

// Type is the type of a variable.
type Type string

// The types of variables.
const (
	String  Type = "string"
	Number  Type = "number"
	Integer Type = "integer"
	Boolean Type = "boolean"
	Color   Type = "color"
	URL     Type = "url"
	Image   Type = "image"
	Date    Type = "date"
	Enum    Type = "enum"
	Array   Type = "array"
	Object  Type = "object"
	HTML    Type = "html"
)

// Variable is the declaration of a placeholder's value. It is stored and hashed as its JSON.
type Variable struct {
	Type        Type                 `json:"type"`
	Required    bool                 `json:"required,omitempty"`
	Default     any                  `json:"default,omitempty"`
	MaxLength   int                  `json:"max_length,omitempty"`
	Min         *float64             `json:"min,omitempty"`
	Max         *float64             `json:"max,omitempty"`
	Enum        []string             `json:"enum,omitempty"`
	Description string               `json:"description,omitempty"`
	Example     any                  `json:"example,omitempty"`
	Locked      bool                 `json:"locked,omitempty"`
	Items       *Variable            `json:"items,omitempty"`
	Members     map[string]*Variable `json:"members,omitempty"`
}

var variableName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z_][a-z0-9_]{0,63}$`) })

// maxVariableDepth bounds the nesting of declarations.
const maxVariableDepth = 6

// sortedNames returns the names of declarations in order.
func sortedNames(vars map[string]*Variable) []string { return slices.Sorted(maps.Keys(vars)) }

// checkDeclarations returns the errors of declarations; at is their JSON Pointer in the request.
func checkDeclarations(vars map[string]*Variable, at string, depth int) []fault.Detail {
	var details []fault.Detail
	for _, name := range sortedNames(vars) {
		path := at + fault.Pointer(name)
		if !variableName().MatchString(name) {
			details = append(details, fault.Detail{Path: path, Rule: "variable_name", Actual: name, Expected: variableName().String(),
				Message: "The name of a variable begins with a letter and has small letters, digits and _ only."})
		}
		if name == "forloop" {
			details = append(details, fault.Detail{Path: path, Rule: "variable_name", Actual: name, Message: "forloop is reserved for the state of loops."})
		}
		details = append(details, checkDeclaration(vars[name], path, depth)...)
	}
	return details
}

func checkDeclaration(v *Variable, path string, depth int) []fault.Detail {
	var details []fault.Detail
	reject := func(member, rule, message string, fix ...fault.Op) {
		details = append(details, fault.Detail{Path: path + member, Rule: rule, Message: message, FixPatch: fix})
	}
	if depth > maxVariableDepth {
		reject("", "variable_depth", fmt.Sprintf("Declarations nest at most %d deep.", maxVariableDepth))
		return details
	}
	if v.Type == Enum && len(v.Enum) == 0 {
		reject("/enum", "required", "A variable of type enum lists its values in enum.")
	}
	if v.Type != Enum && len(v.Enum) > 0 {
		reject("/enum", "enum_needs_type", "enum is for variables of type enum.", fault.Replace(path+"/type", "enum"))
	}
	if v.Locked && v.Default == nil {
		reject("/default", "locked_needs_default", "A locked variable needs the default it always has.", fault.Remove(path+"/locked"))
	}
	if v.Min != nil && v.Max != nil && *v.Min > *v.Max {
		reject("/min", "min_above_max", "min is above max.")
	}
	if (v.Min != nil || v.Max != nil) && v.Type != Number && v.Type != Integer && v.Type != Array {
		reject("/type", "bounds_need_type", "min and max are for numbers and arrays.")
	}
	switch {
	case v.Type == Array && v.Items == nil:
		reject("/items", "required", "A variable of type array declares its items in \"items\".", fault.Add(path+"/items", map[string]any{"type": "string"}))
	case v.Type == Array:
		details = append(details, checkDeclaration(v.Items, path+"/items", depth+1)...)
	case v.Items != nil:
		reject("/items", "items_need_type", "items is for variables of type array.", fault.Remove(path+"/items"))
	}
	if v.Type == Object {
		details = append(details, checkDeclarations(v.Members, path+"/members", depth+1)...)
	} else if len(v.Members) > 0 {
		reject("/members", "members_need_type", "members is for variables of type object.", fault.Remove(path+"/members"))
	}
	if len(details) > 0 {
		return details
	}
	for member, value := range map[string]any{"/default": v.Default, "/example": v.Example} {
		if value != nil {
			c := checker{}
			c.value(v, value, path+member)
			details = append(details, c.details...)
		}
	}
	slices.SortFunc(details, func(a, b fault.Detail) int { return strings.Compare(a.Path, b.Path) })
	return details
}

// checker checks values against declarations and collects every violation.
type checker struct {
	details []fault.Detail
	// empty allows missing values.
	empty bool
	// missing are the paths of required values that are absent.
	missing []string
	// unknown are the paths of undeclared members.
	unknown []string
}

func (c *checker) reject(path, rule, message string, expected, actual any, fix ...fault.Op) {
	c.details = append(c.details, fault.Detail{Path: path, Rule: rule, Message: message, Expected: expected, Actual: actual, FixPatch: fix})
}

// members checks the members of an object and converts them for templates.
func (c *checker) members(vars map[string]*Variable, values map[string]any, path string) map[string]any {
	out := make(map[string]any, len(vars))
	for _, name := range sortedNames(vars) {
		v := vars[name]
		value, given := values[name]
		at := path + fault.Pointer(name)
		if given && v.Locked {
			c.reject(at, "locked", name+" is locked by the template.", nil, nil, fault.Remove(at))
			given = false
		}
		if !given || value == nil {
			value = v.Default
		}
		switch {
		case value != nil:
			out[name] = c.value(v, value, at)
		case v.Required && c.empty:
			c.missing = append(c.missing, at)
		case v.Required:
			c.rejectMissing(vars, values, name, path)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if vars[name] == nil {
			c.unknown = append(c.unknown, path+fault.Pointer(name))
		}
	}
	return out
}

// rejectMissing reports a required variable without a value. Values are never invented: the only fix offered is to
// rename an unknown member if it is the only one with a similar name.
func (c *checker) rejectMissing(vars map[string]*Variable, values map[string]any, name, path string) {
	at := path + fault.Pointer(name)
	c.reject(at, "required", name+" is required.", string(vars[name].Type), nil)
	var meant []string
	for given := range values {
		if vars[given] == nil && fault.Nearest(given, sortedNames(vars)) == name {
			meant = append(meant, given)
		}
	}
	if len(meant) != 1 {
		return
	}
	d := &c.details[len(c.details)-1]
	d.Message = fmt.Sprintf("%s is required; is %q a misspelling of it?", name, meant[0])
	d.Context = map[string]any{"suggestion": name}
	if text, err := json.Marshal(values[meant[0]]); err == nil && len(text) <= maxRepeated {
		d.FixPatch, d.Safe = []fault.Op{fault.Add(at, values[meant[0]]), fault.Remove(path + fault.Pointer(meant[0]))}, true
	}
}

// maxRepeated is the maximum size in bytes of a value that the fix for a misspelt name repeats.
const maxRepeated = 4096

// instead returns the patch that replaces an invalid value by the declaration's default; nil without a default, because
// values are never invented.
func instead(v *Variable, at string) []fault.Op {
	if v.Default == nil {
		return nil
	}
	return []fault.Op{fault.Replace(at, v.Default)}
}

func cut(s string, most int) string {
	if most > 0 && utf8.RuneCountInString(s) > most {
		return string([]rune(s)[:most])
	}
	return s
}

// value checks one value and converts it for templates.
func (c *checker) value(v *Variable, value any, at string) any {
	switch v.Type {
	case Number, Integer:
		return c.number(v, value, at)
	case Boolean:
		if _, ok := value.(bool); !ok {
			if s, ok := value.(string); ok && (s == "true" || s == "false") {
				c.wrongType(v, value, at, []fault.Op{fault.Replace(at, s == "true")})
				c.details[len(c.details)-1].Safe = true
				return nil
			}
			c.wrongType(v, value, at, instead(v, at))
			return nil
		}
		return value
	case Array:
		return c.array(v, value, at)
	case Object:
		m, ok := value.(map[string]any)
		if !ok {
			c.wrongType(v, value, at, instead(v, at))
			return nil
		}
		return c.members(v.Members, m, at)
	}
	s, ok := value.(string)
	if !ok {
		fix := instead(v, at)
		if v.Type == String {
			switch n := value.(type) {
			case float64:
				fix = []fault.Op{fault.Replace(at, cut(strconv.FormatFloat(n, 'f', -1, 64), v.MaxLength))}
			case json.Number:
				fix = []fault.Op{fault.Replace(at, cut(n.String(), v.MaxLength))}
			}
		}
		c.wrongType(v, value, at, fix)
		return nil
	}
	if n := utf8.RuneCountInString(s); v.MaxLength > 0 && n > v.MaxLength {
		c.reject(at, "max_length", fmt.Sprintf("%s has %d characters; at most %d.", last(at), n, v.MaxLength), int64(v.MaxLength), int64(n), fault.Replace(at, cut(s, v.MaxLength)))
		return nil
	}
	return c.text(v, s, at)
}

// text checks a value given as a string.
func (c *checker) text(v *Variable, s, at string) any {
	wrong := func(what string) any {
		c.reject(at, "format", fmt.Sprintf("%s must be %s.", last(at), what), string(v.Type), cut(s, 80), instead(v, at)...)
		return nil
	}
	switch v.Type {
	case Color:
		if !validColor(s) {
			return wrong("a colour such as #0F172A")
		}
		return liquid.Color(s)
	case Date:
		if !liquid.IsDate(s) {
			return wrong("a date such as 2026-11-21, or a time such as 2026-11-21T18:30:00Z")
		}
	case URL:
		if !liquid.AllowedAddress(s) || strings.HasPrefix(s, "data:") || strings.HasPrefix(s, "asset:") {
			return wrong("an address such as https://example.com/")
		}
	case Image:
		if s != "" && !pictureAddress(s) {
			return wrong("the https address of an image, or asset:asset_…")
		}
	case Enum:
		if !slices.Contains(v.Enum, s) {
			list := make([]any, len(v.Enum))
			for i, e := range v.Enum {
				list[i] = e
			}
			c.reject(at, "enum", fmt.Sprintf("%s must be one of %s.", last(at), strings.Join(v.Enum, ", ")), list, cut(s, 80), instead(v, at)...)
			return nil
		}
	case HTML:
		return liquid.Safe(sanitise(s))
	}
	return s
}

func (c *checker) wrongType(v *Variable, value any, at string, fix []fault.Op) {
	c.reject(at, "type", fmt.Sprintf("%s must be %s, not %s.", last(at), article(v.Type), kindOf(value)), string(v.Type), kindOf(value), fix...)
}

func (c *checker) number(v *Variable, value any, at string) any {
	literal, isLong := value.(json.Number)
	if isLong {
		return c.longNumber(v, literal, at)
	}
	n, ok := value.(float64)
	if !ok {
		fix := instead(v, at)
		if s, text := value.(string); text {
			if f, err := strconv.ParseFloat(s, 64); err == nil && !math.IsInf(f, 0) && !math.IsNaN(f) {
				fix = []fault.Op{fault.Replace(at, clamp(v, f))}
			}
		}
		c.wrongType(v, value, at, fix)
		return nil
	}
	switch {
	case v.Type == Integer && n != math.Trunc(n):
		c.reject(at, "integer", last(at)+" must be a whole number.", nil, n, fault.Replace(at, clamp(v, n)))
	case v.Min != nil && n < *v.Min:
		c.reject(at, "minimum", fmt.Sprintf("%s must be at least %g.", last(at), *v.Min), *v.Min, n, fault.Replace(at, clamp(v, n)))
	case v.Max != nil && n > *v.Max:
		c.reject(at, "maximum", fmt.Sprintf("%s must be at most %g.", last(at), *v.Max), *v.Max, n, fault.Replace(at, clamp(v, n)))
	}
	return n
}

// longNumber is like number for a value whose digits do not fit a float64.
func (c *checker) longNumber(v *Variable, n json.Number, at string) any {
	x, ok := new(big.Rat).SetString(n.String())
	if !ok {
		c.wrongType(v, string(n), at, instead(v, at))
		return nil
	}
	nearest, _ := x.Float64()
	bound := func(limit *float64, sign int) bool {
		return limit != nil && x.Cmp(new(big.Rat).SetFloat64(*limit)) == sign
	}
	fix := instead(v, at)
	if !math.IsInf(nearest, 0) {
		fix = []fault.Op{fault.Replace(at, clamp(v, nearest))}
	}
	switch {
	case v.Type == Integer && !x.IsInt():
		c.reject(at, "integer", last(at)+" must be a whole number.", nil, n, fix...)
	case bound(v.Min, -1):
		c.reject(at, "minimum", fmt.Sprintf("%s must be at least %g.", last(at), *v.Min), *v.Min, n, fault.Replace(at, clamp(v, *v.Min)))
	case bound(v.Max, 1):
		c.reject(at, "maximum", fmt.Sprintf("%s must be at most %g.", last(at), *v.Max), *v.Max, n, fault.Replace(at, clamp(v, *v.Max)))
	}
	return n
}

// UnmarshalJSON preserves every digit of numbers in default and example.
func (v *Variable) UnmarshalJSON(data []byte) error {
	type plain Variable
	if err := canonical.Unmarshal(data, (*plain)(v)); err != nil {
		return err
	}
	v.Default, v.Example = canonical.Shorten(v.Default), canonical.Shorten(v.Example)
	return nil
}

// clamp returns the nearest number that a declaration allows.
func clamp(v *Variable, n float64) float64 {
	if v.Type == Integer {
		n = math.Round(n)
	}
	if v.Min != nil && n < *v.Min {
		if n = *v.Min; v.Type == Integer {
			n = math.Ceil(n)
		}
	}
	if v.Max != nil && n > *v.Max {
		if n = *v.Max; v.Type == Integer {
			n = math.Floor(n)
		}
	}
	return n
}

func (c *checker) array(v *Variable, value any, at string) any {
	list, ok := value.([]any)
	if !ok {
		c.wrongType(v, value, at, instead(v, at))
		return nil
	}
	if v.Min != nil && float64(len(list)) < *v.Min {
		c.reject(at, "min_items", fmt.Sprintf("%s must have at least %g items.", last(at), *v.Min), *v.Min, int64(len(list)))
		return nil
	}
	if v.Max != nil && float64(len(list)) > *v.Max {
		c.reject(at, "max_items", fmt.Sprintf("%s must have at most %g items.", last(at), *v.Max), *v.Max, int64(len(list)), fault.Replace(at, list[:int(*v.Max)]))
		return nil
	}
	out := make([]any, len(list))
	for i, item := range list {
		out[i] = c.value(v.Items, item, at+fault.Pointer(i))
	}
	return out
}

// last returns the last segment of a path, for messages.
func last(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

func article(t Type) string {
	switch t {
	case Integer, Array, Object, Enum, Image:
		return "an " + string(t)
	}
	return "a " + string(t)
}

func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case float64, json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

var (
	hexColor = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$`)
	})
	namedColor = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z]{3,24}$`) })
	colorCall  = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([0-9a-z.,%/ +-]{1,80}\)$`)
	})
	colorToken = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^var\(--[a-z0-9-]{1,64}\)$`) })
)

func validColor(s string) bool {
	return hexColor().MatchString(s) || namedColor().MatchString(s) || colorCall().MatchString(s) || colorToken().MatchString(s)
}

func pictureAddress(s string) bool {
	l := strings.ToLower(s)
	return liquid.AllowedAddress(s) && (strings.HasPrefix(l, "https://") || strings.HasPrefix(l, "http://") || strings.HasPrefix(l, "asset:") || strings.HasPrefix(l, "data:image/"))
}
