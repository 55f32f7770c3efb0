package contract

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/platenhq/platen/proto/openapi"

	// The descriptors of every procedure of the document.
	_ "github.com/platenhq/platen/app/surface/rest"
)

// Operation is the REST form of a procedure in the document.
type Operation struct {
	ID, Method, Path string
	Procedure        string
	Scope            string
	// Query lists the query parameters, Params the path's.
	Query, Params []string
	// Body is true if it has a body; Within names the member of the message that is the body, "" for the whole message.
	Body   bool
	Within string
	// Success is the lowest documented status of success.
	Success       int
	Input, Output protoreflect.MessageType
	// Streaming is true if the response is a stream.
	Streaming bool
	// Extension is true if it is not part of the stable contract.
	Extension bool
	// Mutation is true if it accepts an Idempotency-Key.
	Mutation bool
	// Free is true if it changes nothing.
	Free bool
}

// api is the document as the checks use it.
type api struct {
	byMethod map[string]*Operation // by the last part of the procedure; for several routes, the first
	all      []*Operation
}

// Operations returns every route of the document, in the order of their paths.
func Operations() ([]*Operation, error) {
	a, err := readAPI()
	if err != nil {
		return nil, err
	}
	return a.all, nil
}

func readAPI() (*api, error) {
	var doc struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
			Procedure   string `json:"x-platen-procedure"`
			Scope       string `json:"x-platen-scope"`
			Stability   string `json:"x-stability"`
			Within      string `json:"x-platen-body"`
			Parameters  []struct {
				Name, In  string
				DollarRef string `json:"$ref"`
			} `json:"parameters"`
			RequestBody *struct{}           `json:"requestBody"`
			Responses   map[string]struct{} `json:"responses"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(openapi.JSON, &doc); err != nil {
		return nil, fmt.Errorf("reading the OpenAPI document: %w", err)
	}
	a := &api{byMethod: map[string]*Operation{}}
	for path, item := range doc.Paths {
		for method, d := range item {
			o := &Operation{ID: d.OperationID, Method: strings.ToUpper(method), Path: path, Procedure: d.Procedure, Scope: d.Scope,
				Body: d.RequestBody != nil, Within: d.Within, Success: 200, Extension: d.Stability == "extension"}
			for _, p := range d.Parameters {
				switch {
				case strings.HasSuffix(p.DollarRef, "/IdempotencyKey"):
					o.Mutation = true
				case p.In == "query":
					o.Query = append(o.Query, p.Name)
				case p.In == "path":
					o.Params = append(o.Params, p.Name)
				}
			}
			for status := range d.Responses {
				if status == "201" || status == "202" && len(d.Responses) == 2 {
					_, _ = fmt.Sscan(status, &o.Success)
				}
			}
			if err := o.link(); err != nil {
				return nil, err
			}
			a.all = append(a.all, o)
		}
	}
	slices.SortFunc(a.all, func(x, y *Operation) int { return strings.Compare(x.Path+" "+x.Method, y.Path+" "+y.Method) })
	for _, o := range a.all {
		name := o.name()
		if a.byMethod[name] == nil {
			a.byMethod[name] = o
		}
	}
	return a, nil
}

// link finds the messages of the procedure.
func (o *Operation) link() error {
	service, method, ok := strings.Cut(strings.TrimPrefix(o.Procedure, "/"), "/")
	if !ok {
		return fmt.Errorf("%s: no procedure %q", o.ID, o.Procedure)
	}
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(service))
	if err != nil {
		return fmt.Errorf("%s: %w", o.ID, err)
	}
	sd, ok := d.(protoreflect.ServiceDescriptor)
	if !ok || sd.Methods().ByName(protoreflect.Name(method)) == nil {
		return fmt.Errorf("%s: no procedure %q", o.ID, o.Procedure)
	}
	m := sd.Methods().ByName(protoreflect.Name(method))
	o.Streaming = m.IsStreamingServer()
	if options, ok := m.Options().(*descriptorpb.MethodOptions); ok {
		o.Free = options.GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
	}
	if o.Input, err = protoregistry.GlobalTypes.FindMessageByName(m.Input().FullName()); err != nil {
		return fmt.Errorf("%s: %w", o.ID, err)
	}
	if o.Output, err = protoregistry.GlobalTypes.FindMessageByName(m.Output().FullName()); err != nil {
		return fmt.Errorf("%s: %w", o.ID, err)
	}
	return nil
}

// Nowhere returns a message whose path parameters name nonexistent objects.
func (o *Operation) Nowhere() M {
	m := M{}
	for _, p := range o.Params {
		m[p] = "x"
		if f := o.Input.Descriptor().Fields().ByName(protoreflect.Name(p)); f != nil && f.Kind() != protoreflect.StringKind {
			m[p] = 1
		}
	}
	return m
}

// Lists reports whether the response is a page of a list.
func (o *Operation) Lists() bool {
	f := o.Output.Descriptor().Fields()
	return f.ByName("page") != nil && f.ByName("data") != nil
}
