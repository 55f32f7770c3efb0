// Package conf reads typed configuration and is the only package that reads the environment.
//
// A package declares its settings as a struct with the names in field tags:
//
//	type Config struct {
//		Addr   string        `env:"PLATEN_ADDR" default:"127.0.0.1:8080" doc:"Address to listen on."`
//		Pepper string        `env:"PLATEN_KEY_PEPPER" secret:"true" doc:"…"`
//		Drain  time.Duration `env:"PLATEN_DRAIN" default:"5s" doc:"…"`
//	}
//
// and Load fills it, nested structs included, from the sources in order; the first source that has a name wins.
// All problems are reported together, each with the variable and its value. A struct with a Validate() error
// method is checked after it is filled.
package conf

import (
	"encoding"
	"errors"
	"fmt"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Source is a source of settings.
type Source struct {
	// Name is how `platen config` shows the source, such as "environment".
	Name string
	// Lookup returns the raw value of a variable and whether it is set. An empty value counts as set.
	Lookup func(name string) (string, bool)
	// Names lists the variables the source holds, for finding misspelled ones; nil when it cannot.
	Names func() []string
}

// Environment returns the process environment as a source.
func Environment() Source {
	return Source{Name: "environment", Lookup: os.LookupEnv, Names: func() []string {
		var names []string
		for _, kv := range os.Environ() {
			name, _, _ := strings.Cut(kv, "=")
			names = append(names, name)
		}
		return names
	}}
}

// Map returns a fixed set of values as a source, for flags and tests.
func Map(name string, values map[string]string) Source {
	return Source{Name: name, Lookup: func(k string) (string, bool) { v, ok := values[k]; return v, ok }, Names: func() []string {
		names := make([]string, 0, len(values))
		for k := range values {
			names = append(names, k)
		}
		slices.Sort(names)
		return names
	}}
}

// Setting is one variable with its current value, for display and documentation.
type Setting struct {
	Name, Type, Default, Doc string
	// Secret values are shown as "***".
	Secret bool
	// Value is the effective value as text; Source is where it comes from ("default" if no source sets it).
	Value, Source string
}

// Display returns the value for display: secrets are masked, an empty value is made visible.
func (s Setting) Display() string {
	switch {
	case s.Value == "":
		return "(unset)"
	case s.Secret:
		return "***"
	default:
		return s.Value
	}
}

// Report is the outcome of a Load.
type Report struct {
	// Settings lists every variable in the order of declaration.
	Settings []Setting
	// Unknown lists variables with the product's prefix that nothing declares, likely misspelled.
	Unknown []string
}

// prefix is the prefix of the product's own variables.
const prefix = "PLATEN_"

// Load fills dst, a pointer to a struct, and returns a report. The error joins every problem found.
// A secret setting NAME may also be given as NAME_FILE, the path of a file that holds it.
func Load(dst any, sources ...Source) (*Report, error) {
	l := &loader{sources: sources, known: map[string]bool{}}
	v := reflect.ValueOf(dst)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		panic("conf.Load: dst must be a pointer to a struct")
	}
	l.fill(v.Elem())
	if len(l.problems) == 0 {
		l.validate(v.Elem())
	}
	for _, src := range sources {
		if src.Names == nil {
			continue
		}
		for _, name := range src.Names() {
			if strings.HasPrefix(name, prefix) && !l.known[name] {
				l.report.Unknown = append(l.report.Unknown, name)
			}
		}
	}
	slices.Sort(l.report.Unknown)
	l.report.Unknown = slices.Compact(l.report.Unknown)
	return &l.report, errors.Join(l.problems...)
}

type loader struct {
	sources  []Source
	report   Report
	problems []error
	known    map[string]bool
}

func (l *loader) fill(v reflect.Value) {
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		name, tagged := f.Tag.Lookup("env")
		if !tagged {
			if f.Type.Kind() == reflect.Struct && f.IsExported() {
				l.fill(v.Field(i))
			}
			continue
		}
		l.fillField(v.Field(i), f, name)
	}
}

func (l *loader) fillField(v reflect.Value, f reflect.StructField, name string) {
	s := Setting{
		Name: name, Type: typeName(f.Type), Default: f.Tag.Get("default"), Doc: f.Tag.Get("doc"),
		Secret: f.Tag.Get("secret") == "true", Source: "default",
	}
	l.known[name] = true
	s.Value = s.Default
	for _, src := range l.sources {
		raw, ok := src.Lookup(name)
		if ok {
			s.Value, s.Source = raw, src.Name
			break
		}
		if !s.Secret {
			continue
		}
		l.known[name+"_FILE"] = true
		path, ok := src.Lookup(name + "_FILE")
		if !ok {
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil {
			l.problems = append(l.problems, fmt.Errorf("%s_FILE: %w", name, err))
			return
		}
		s.Value, s.Source = strings.TrimRight(string(content), "\r\n"), path
		break
	}
	if err := set(v, s.Value); err != nil {
		shown := strconv.Quote(s.Value)
		if s.Secret {
			shown = "the value given"
		}
		l.problems = append(l.problems, fmt.Errorf("%s: %s is not %w", name, shown, err))
	}
	l.report.Settings = append(l.report.Settings, s)
}

type validator interface{ Validate() error }

func (l *loader) validate(v reflect.Value) {
	for i := range v.NumField() {
		if v.Field(i).Kind() == reflect.Struct && v.Type().Field(i).IsExported() {
			l.validate(v.Field(i))
		}
	}
	if c, ok := v.Addr().Interface().(validator); ok {
		if err := c.Validate(); err != nil {
			l.problems = append(l.problems, err)
		}
	}
}

var durationType = reflect.TypeFor[time.Duration]()

// set decodes raw into v; the error names the form that was expected.
func set(v reflect.Value, raw string) error {
	if u, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		if raw == "" {
			return nil
		}
		if err := u.UnmarshalText([]byte(raw)); err != nil {
			return fmt.Errorf("valid: %w", err)
		}
		return nil
	}
	if raw == "" && v.Kind() != reflect.String {
		v.SetZero()
		return nil
	}
	switch {
	case v.Type() == durationType:
		d, err := time.ParseDuration(raw)
		if err != nil {
			return errors.New(`a duration such as "5s" or "1h30m"`)
		}
		v.SetInt(int64(d))
	case v.Kind() == reflect.String:
		v.SetString(raw)
	case v.Kind() == reflect.Bool:
		b, err := strconv.ParseBool(raw)
		if err != nil {
			return errors.New(`"1"/"true" or "0"/"false"`)
		}
		v.SetBool(b)
	case v.CanInt():
		n, err := strconv.ParseInt(raw, 10, v.Type().Bits())
		if err != nil {
			return errors.New("a whole number")
		}
		v.SetInt(n)
	case v.CanFloat():
		n, err := strconv.ParseFloat(raw, 64)
		if err != nil {
			return errors.New("a number")
		}
		v.SetFloat(n)
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.String:
		var list []string
		for _, part := range strings.Split(raw, ",") {
			if part = strings.TrimSpace(part); part != "" {
				list = append(list, part)
			}
		}
		v.Set(reflect.ValueOf(list))
	default:
		panic("conf: unsupported type " + v.Type().String())
	}
	return nil
}

func typeName(t reflect.Type) string {
	switch {
	case t == durationType:
		return "duration"
	case t.Kind() == reflect.Slice:
		return "list"
	case t.Kind() == reflect.Bool:
		return "boolean"
	case t.Kind() == reflect.String:
		return "text"
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64:
		return "integer"
	case t.Kind() == reflect.Float64 || t.Kind() == reflect.Float32:
		return "number"
	default:
		return "text"
	}
}

// AbsoluteURL returns an error unless raw is an absolute http or https URL without query and fragment.
func AbsoluteURL(name, raw string) error {
	u, err := url.Parse(raw)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("%s: %q is not an absolute http(s) URL", name, raw)
	}
	return nil
}
