package rest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/platenhq/platen/modules/platform/canonical"
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
	body   bool           // the route takes a body: the input, or
	within string         // the one field of the input that the body is
}

// decode builds the procedure's input from path, query and body, and returns all problems.
func (o *operation) decode(path []string, query url.Values, body *canonical.Value) (proto.Message, []fault.Detail) {
	m := o.rules.Input.New().Interface()
	r := m.ProtoReflect()
	var problems []fault.Detail
	switch {
	case o.body && o.within == "" && body == nil:
		return m, []fault.Detail{{Rule: wire.RuleRequired, Expected: "object", Message: "A JSON object is required as the body."}}
	case o.body && o.within == "":
		return m, wire.ParseValue(*body, m)
	case body == nil:
	case o.body:
		problems = wire.DecodeValue(*body, r.Mutable(r.Descriptor().Fields().ByName(protoreflect.Name(o.within))).Message().Interface())
	default:
		problems = wire.DecodeValue(*body, new(emptypb.Empty)) // {} is valid; any member is an error
	}
	problems = append(problems, wire.DecodeQuery(query, o.query, m)...)
	for i, name := range o.params {
		f := r.Descriptor().Fields().ByName(protoreflect.Name(name))
		switch {
		case f == nil || i >= len(path):
		case f.Kind() == protoreflect.Int32Kind:
			n, err := strconv.ParseInt(path[i], 10, 32)
			if err != nil {
				return m, append(problems, fault.Detail{Path: "path:" + name, Rule: "type", Expected: "integer", Actual: path[i], Message: name + " must be a whole number."})
			}
			r.Set(f, protoreflect.ValueOfInt32(int32(n)))
		default:
			r.Set(f, protoreflect.ValueOfString(path[i]))
		}
	}
	for i := range problems {
		if o.within != "" && !strings.HasPrefix(problems[i].Path, "query:") {
			problems[i].Path = "/" + o.within + problems[i].Path // as a path into m until intoBody
		}
	}
	read := len(problems)
	for _, v := range wire.Complete(problems, m)[read:] {
		name, _, _ := strings.Cut(strings.TrimPrefix(v.Path, "/"), "/")
		switch {
		case slices.ContainsFunc(problems, func(p fault.Detail) bool { return p.Path == "query:"+name }):
			continue // the parameter's syntax error is already reported
		case slices.Contains(o.query, name):
			v.OutsideBody("query")
		case slices.Contains(o.params, name):
			v.OutsideBody("path")
		}
		problems = append(problems, v)
	}
	if o.within != "" {
		intoBody(problems, "/"+o.within)
	}
	return m, problems
}

// relocate returns err with details about path and query parameters at path: and query:. The use cases refer to
// fields of the message.
func (o *operation) relocate(err *fault.Error) *fault.Error {
	return fault.From(fault.Relocate(err, func(d *fault.Detail) {
		name, isPointer := strings.CutPrefix(d.Path, "/")
		switch {
		case !isPointer:
		case d.Rule == wire.RuleUnknownField: // only a body can have unknown members
		case slices.Contains(o.params, name):
			d.Path = "path:" + name
		case slices.Contains(o.query, name):
			d.Path = "query:" + name
		}
	}))
}

// intoBody turns paths into the input to paths into the body, which is the member at prefix. Patches of
// violated rules refer to the input, those of the decoder already to the body.
func intoBody(problems []fault.Detail, prefix string) {
	for i := range problems {
		p := &problems[i]
		within := p.Path == prefix || strings.HasPrefix(p.Path, prefix+"/")
		if !within {
			continue
		}
		p.Rebase(fault.Within(prefix))
		p.Message = strings.ReplaceAll(p.Message, prefix+"/", "/")
		if p.Path == "" {
			p.Message = strings.ReplaceAll(p.Message, prefix, "The body")
		}
	}
}

// document is the part of the OpenAPI document that routing needs.
type document struct {
	Paths map[string]map[string]struct {
		OperationID string `json:"operationId"`
		Procedure   string `json:"x-platen-procedure"`
		Parameters  []struct {
			Name string `json:"name"`
			In   string `json:"in"`
		} `json:"parameters"`
		RequestBody *struct{} `json:"requestBody"`
		Body        string    `json:"x-platen-body"`
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
			o := &operation{id: d.OperationID, rules: table[d.Procedure], body: d.RequestBody != nil, within: d.Body}
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
