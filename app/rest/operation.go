package rest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/proto/openapi"
)

// operation is a route of the document together with the procedure behind it.
type operation struct {
	id     string         // the operationId, such as "listRenderJobs"
	rules  *rpc.Operation // the procedure
	params []string       // the path parameters, in the order of the path
	query  []string       // the query parameters
}

// bind fills m from path and query, and returns the problems of the whole request: those of the body, which
// m holds already, its own, and the broken rules.
func (o *operation) bind(path []string, query url.Values, m proto.Message, problems []fault.Detail) []fault.Detail {
	r := m.ProtoReflect()
	for i, name := range o.params {
		if f := r.Descriptor().Fields().ByName(protoreflect.Name(name)); f != nil && i < len(path) {
			r.Set(f, protoreflect.ValueOfString(path[i]))
		}
	}
	problems = append(problems, wire.DecodeQuery(query, o.query, m)...)
	outside := len(o.params)+len(o.query) > 0
	if !outside {
		return wire.Complete(problems, m)
	}
	// A parameter is not in the body: its problems have other paths, and a broken rule of one that could not
	// be read is noise.
	read := len(problems)
	for _, v := range wire.Complete(problems, m)[read:] {
		name, _, _ := strings.Cut(strings.TrimPrefix(v.Path, "/"), "/")
		switch {
		case slices.ContainsFunc(problems[:read], func(p fault.Detail) bool { return p.Path == "query:"+name }):
		case slices.Contains(o.query, name):
			problems = append(problems, wire.Relocate([]fault.Detail{v}, "query")...)
		case slices.Contains(o.params, name):
			problems = append(problems, wire.Relocate([]fault.Detail{v}, "path")...)
		default:
			problems = append(problems, v)
		}
	}
	return problems
}

// document is as much of the OpenAPI document as routing needs.
type document struct {
	Paths map[string]map[string]struct {
		OperationID string `json:"operationId"`
		Procedure   string `json:"x-platen-procedure"`
		Parameters  []struct {
			Name string `json:"name"`
			In   string `json:"in"`
		} `json:"parameters"`
	} `json:"paths"`
}

// operations returns every route of the document by operationId.
func operations(table rpc.Table) (map[string]*operation, error) {
	var doc document
	if err := json.Unmarshal(openapi.JSON, &doc); err != nil {
		return nil, fmt.Errorf("reading the OpenAPI document: %w", err)
	}
	all := map[string]*operation{}
	for path, item := range doc.Paths {
		for _, d := range item {
			o := &operation{id: d.OperationID, rules: table[d.Procedure]}
			if o.rules == nil {
				return nil, fmt.Errorf("operation %s: no procedure %s", o.id, d.Procedure)
			}
			for part := range strings.SplitSeq(path, "/") {
				if name, ok := strings.CutPrefix(part, "{"); ok {
					o.params = append(o.params, strings.TrimSuffix(name, "}"))
				}
			}
			for _, p := range d.Parameters {
				if p.In == "query" {
					o.query = append(o.query, p.Name)
				}
			}
			all[o.id] = o
		}
	}
	return all, nil
}
