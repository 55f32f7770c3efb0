package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// patchStep is one operation of a JSON Patch (RFC 6902): add, remove or replace.
type patchStep struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value,omitempty"`
}

// advice says what the operation does, for a person.
func (p patchStep) advice() string {
	var value strings.Builder
	enc := json.NewEncoder(&value)
	enc.SetEscapeHTML(false)
	if enc.Encode(p.Value) != nil {
		return p.Op + " " + p.Path
	}
	flag, known := flagOf[p.Path]
	at := p.Path
	if known {
		at += " (" + flag + ")"
	}
	if p.Op == "remove" {
		return "remove " + at
	}
	return fmt.Sprintf("%s %s = %s", p.Op, at, strings.TrimSpace(value.String()))
}

// apply returns the document with the operation done. An object that is missing on the way is made, because
// a request's empty members may be left out. The document may be changed in place.
func (p patchStep) apply(doc any) (any, error) {
	if p.Op != "add" && p.Op != "remove" && p.Op != "replace" {
		return nil, fmt.Errorf("the operation %q is not supported", p.Op)
	}
	if p.Path == "" {
		return p.Value, nil
	}
	tokens := strings.Split(strings.TrimPrefix(p.Path, "/"), "/")
	for i, t := range tokens {
		tokens[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(t)
	}
	return p.at(doc, tokens)
}

func (p patchStep) at(v any, tokens []string) (any, error) {
	last := len(tokens) == 1
	switch v := v.(type) {
	case nil:
		if p.Op == "remove" {
			return nil, nil
		}
		return p.at(map[string]any{}, tokens)
	case map[string]any:
		name := tokens[0]
		switch {
		case last && p.Op == "remove":
			delete(v, name)
		case last:
			v[name] = p.Value
		default:
			inner, err := p.at(v[name], tokens[1:])
			if err != nil {
				return nil, err
			}
			if inner != nil {
				v[name] = inner
			}
		}
		return v, nil
	case []any:
		return p.inList(v, tokens, last)
	}
	return nil, fmt.Errorf("%s: there is nothing inside %T", p.Path, v)
}

func (p patchStep) inList(v []any, tokens []string, last bool) (any, error) {
	i, err := strconv.Atoi(tokens[0])
	if tokens[0] == "-" {
		i, err = len(v), nil
	}
	adding := last && p.Op == "add"
	if err != nil || i < 0 || i > len(v) || i == len(v) && !adding {
		return nil, fmt.Errorf("%s: the list has no item %s", p.Path, tokens[0])
	}
	switch {
	case adding:
		return slices.Insert(v, i, p.Value), nil
	case last && p.Op == "remove":
		return slices.Delete(v, i, i+1), nil
	case last:
		v[i] = p.Value
		return v, nil
	}
	inner, err := p.at(v[i], tokens[1:])
	if err != nil {
		return nil, err
	}
	v[i] = inner
	return v, nil
}
