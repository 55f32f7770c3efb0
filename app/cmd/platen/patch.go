package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/jsonpatch"
)

// patchStep is one operation of a JSON Patch (RFC 6902): add, remove or replace.
type patchStep struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value,omitempty"`
}

// advice describes the operation for people.
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

// apply returns the document with the operation applied.
func (p patchStep) apply(doc any) (any, error) {
	text, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	if text, err = jsonpatch.Apply(text, jsonpatch.Operation{Op: p.Op, Path: p.Path, Value: p.Value}); err != nil {
		return nil, err
	}
	var after any
	err = canonical.Unmarshal(text, &after)
	return after, err
}
