package contract

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/platenhq/platen/modules/platform/rpc/wire"
	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

// M is a JSON object.
type M = map[string]any

// Detail is one detail of an error.
type Detail struct {
	Path     string
	Message  string
	Context  M
	FixPatch []M `json:"fix_patch"`
}

// Response is a response in a surface-independent form: for Connect the message is encoded
// as in REST, and the status is that of REST for the same outcome.
type Response struct {
	Status int
	Header http.Header
	// Body is the body unchanged.
	Body []byte
	// JSON is the message, nil unless it is an object.
	JSON M
	// Code, Message, RequestID and Details are the error's.
	Code, Message, RequestID string
	Details                  []Detail
	Error                    M
}

// OK reports whether the request succeeded.
func (a *Response) OK() bool { return a.Status >= 200 && a.Status < 300 }

// Rule returns context.rule of the first detail.
func (a *Response) Rule() string {
	if len(a.Details) == 0 {
		return ""
	}
	s, _ := a.Details[0].Context["rule"].(string)
	return s
}

// Get returns the member at a dotted path such as "page.next_cursor" or "outputs.0.url", nil when missing.
func (a *Response) Get(path string) any { return get(a.JSON, path) }

// Text is Get for text.
func (a *Response) Text(path string) string {
	s, _ := a.Get(path).(string)
	return s
}

// List is Get for lists.
func (a *Response) List(path string) []any {
	l, _ := a.Get(path).([]any)
	return l
}

func get(v any, path string) any {
	for part := range strings.SplitSeq(path, ".") {
		switch c := v.(type) {
		case M:
			v = c[part]
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i >= len(c) {
				return nil
			}
			v = c[i]
		default:
			return nil
		}
	}
	return v
}

// option changes a request before it is sent.
type option func(*request)

type request struct {
	token   *string
	header  http.Header
	raw     *string
	typ     string
	noWait  bool
	surface Surface
}

// token sends another token, "" for none.
func token(s string) option { return func(r *request) { r.token = &s } }

// header sends a header; given twice it is sent twice.
func header(name, value string) option {
	return func(r *request) { r.header.Add(name, value) }
}

// raw sends a body unchanged, ignoring the message.
func raw(body string) option { return func(r *request) { r.raw = &body } }

// contentType replaces the Content-Type.
func contentType(t string) option { return func(r *request) { r.typ = t } }

// noWait returns a 429 as the response. Otherwise a check waits for Retry-After and retries.
func noWait() option { return func(r *request) { r.noWait = true } }

// on sends over a surface other than the check's.
func on(s Surface) option { return func(r *request) { r.surface = s } }

// Call calls a procedure by the last part of its name with a message, over the check's surface.
func (t *T) Call(procedure string, message M, options ...option) *Response {
	o := t.Env.api.byMethod[procedure]
	if o == nil {
		t.Fatalf("the document has no procedure %s", procedure)
	}
	return t.call(o, message, options...)
}

// call is Call for one route of a procedure.
func (t *T) call(o *Operation, message M, options ...option) *Response {
	r := &request{header: http.Header{}, surface: t.Surface}
	for _, f := range options {
		f(r)
	}
	send := func() *Response {
		a, err := t.send(o, message, r)
		if err != nil {
			t.Fatalf("%s over %s: %v", o.ID, r.surface, err)
		}
		return a
	}
	if r.noWait {
		return t.Env.recordKey(send())
	}
	return t.Env.recordKey(t.obey(o.ID, t.token(r), send))
}

func (t *T) sleep(d time.Duration) {
	select {
	case <-time.After(d):
	case <-t.ctx.Done():
		t.Fatalf("the run ended: %v", t.ctx.Err())
	}
}

// token returns the token that a request is sent with, "" for none.
func (t *T) token(r *request) string {
	switch {
	case r.token != nil:
		return *r.token
	case t.own != "":
		return t.own
	default:
		return t.Env.Key
	}
}

func (t *T) send(o *Operation, message M, r *request) (*Response, error) {
	req, err := t.build(o, message, r)
	if err != nil {
		return nil, err
	}
	if token := t.token(r); token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for name, values := range r.header {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	if r.typ != "" {
		req.Header.Set("Content-Type", r.typ)
	}
	resp, err := t.Env.Client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 64<<20))
	if err != nil {
		return nil, err
	}
	a := &Response{Status: resp.StatusCode, Header: resp.Header, Body: body}
	if r.surface == REST {
		return a, a.readREST()
	}
	return a, a.readConnect(o, r.surface)
}

// build makes the HTTP request of a call.
func (t *T) build(o *Operation, message M, r *request) (*http.Request, error) {
	if r.surface == REST {
		return t.buildREST(o, message, r)
	}
	text, err := json.Marshal(message)
	if err != nil {
		return nil, err
	}
	if message == nil {
		text = []byte("{}")
	}
	typ := "application/json"
	if r.surface == ConnectBinary {
		m := o.Input.New().Interface()
		if problems := wire.DecodeProtoJSON(text, m); len(problems) > 0 {
			return nil, fmt.Errorf("the message does not fit %s: %+v", o.Input.Descriptor().FullName(), problems)
		}
		if text, err = proto.Marshal(m); err != nil {
			return nil, err
		}
		typ = "application/proto"
	}
	if r.raw != nil {
		text = []byte(*r.raw)
	}
	req, err := http.NewRequestWithContext(t.ctx, http.MethodPost, t.Env.BaseURL+o.Procedure, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", typ)
	req.Header.Set("Connect-Protocol-Version", "1")
	return req, nil
}

func (t *T) buildREST(o *Operation, message M, r *request) (*http.Request, error) {
	path, query, body := o.Path, url.Values{}, M{}
	for name, v := range message {
		switch {
		case slices.Contains(o.Params, name):
			path = strings.Replace(path, "{"+name+"}", url.PathEscape(fmt.Sprint(v)), 1)
		case slices.Contains(o.Query, name):
			if inner, ok := v.(M); ok {
				for k, item := range inner {
					query.Set(name+"["+k+"]", fmt.Sprint(item))
				}
				continue
			}
			query.Set(name, fmt.Sprint(v))
		case name == o.Within:
			inner, ok := v.(M)
			if !ok {
				return nil, fmt.Errorf("%s is no object", name)
			}
			body = inner
		default:
			body[name] = v
		}
	}
	var text []byte
	if o.Body {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	if r.raw != nil {
		text = []byte(*r.raw)
	}
	address := t.Env.BaseURL + path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	req, err := http.NewRequestWithContext(t.ctx, o.Method, address, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	if len(text) > 0 {
		req.Header.Set("Content-Type", "application/json")
	}
	return req, nil
}

// Get sends a plain HTTP request to a path or address without a token. A check waits as a 429 says, as Call does.
func (t *T) Get(method, address string, options ...option) *Response {
	r := &request{header: http.Header{}}
	for _, f := range options {
		f(r)
	}
	if strings.HasPrefix(address, "/") {
		address = t.Env.BaseURL + address
	}
	send := func() *Response { return t.Env.recordKey(t.get(method, address, r)) }
	if r.noWait {
		return send()
	}
	path, _, _ := strings.Cut(address, "?")
	with := ""
	if r.token != nil {
		with = *r.token
	}
	return t.obey(method+" "+path, with, send)
}

func (t *T) get(method, address string, r *request) *Response {
	var body io.Reader
	if r.raw != nil {
		body = strings.NewReader(*r.raw)
	}
	req, err := http.NewRequestWithContext(t.ctx, method, address, body)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if r.token != nil && *r.token != "" {
		req.Header.Set("Authorization", "Bearer "+*r.token)
	}
	for name, values := range r.header {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	if r.raw != nil && req.Header.Get("Content-Type") == "" {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := t.Env.Client.Do(req)
	if err != nil {
		t.Fatalf("%s %s: %v", method, address, err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, 64<<20))
	if err != nil {
		t.Fatalf("%s %s: %v", method, address, err)
	}
	a := &Response{Status: resp.StatusCode, Header: resp.Header, Body: data}
	_ = a.readREST() // files are not JSON
	return a
}

func (a *Response) readREST() error {
	if len(a.Body) == 0 || !strings.HasPrefix(a.Header.Get("Content-Type"), "application/json") {
		return nil
	}
	if err := json.Unmarshal(a.Body, &a.JSON); err != nil {
		return fmt.Errorf("the body is not a JSON object: %w", err)
	}
	if e, ok := a.JSON["error"].(M); ok && a.Status >= 400 {
		return a.readError(e)
	}
	return nil
}

func (a *Response) readError(e M) error {
	a.Error = e
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	var decoded struct {
		Code, Message string
		RequestID     string `json:"request_id"`
		Details       []Detail
	}
	if err := json.Unmarshal(text, &decoded); err != nil {
		return fmt.Errorf("the error does not have the contract's form: %w", err)
	}
	a.Code, a.Message, a.RequestID, a.Details = decoded.Code, decoded.Message, decoded.RequestID, decoded.Details
	return nil
}

// statuses are the statuses that REST gives to the codes Connect uses.
var statuses = map[string]int{"invalid_argument": 400, "unauthenticated": 401, "failed_precondition": 402, "permission_denied": 403,
	"not_found": 404, "aborted": 409, "resource_exhausted": 429, "internal": 500, "unimplemented": 501}

func (a *Response) readConnect(o *Operation, s Surface) error {
	if a.Status == http.StatusOK {
		a.Status = o.Success
		m := o.Output.New().Interface()
		var err error
		if s == ConnectBinary {
			err = proto.Unmarshal(a.Body, m)
		} else {
			err = protojson.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(a.Body, m)
		}
		if err != nil {
			return fmt.Errorf("the response is not a %s: %w", o.Output.Descriptor().FullName(), err)
		}
		m, kind := inner(m)
		if kind == "job" {
			a.Status = http.StatusAccepted
		}
		return json.Unmarshal(wire.Encode(m), &a.JSON)
	}
	var failed struct {
		Code    string
		Details []struct{ Type, Value string }
	}
	if err := json.Unmarshal(a.Body, &failed); err != nil {
		// A request that is not valid Connect gets the response of REST.
		return fmt.Errorf("the error is not Connect's: %d %s", a.Status, a.Quoted())
	}
	if failed.Code == "" {
		return a.readREST()
	}
	status, ok := statuses[failed.Code]
	if !ok {
		return fmt.Errorf("the error has the code %q", failed.Code)
	}
	if a.Status = status; status == http.StatusNotImplemented {
		return nil
	}
	if len(failed.Details) != 1 || failed.Details[0].Type != "platen.api.v1.Error" {
		return fmt.Errorf("the error has the details %+v", failed.Details)
	}
	value, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(failed.Details[0].Value, "="))
	if err != nil {
		return err
	}
	e := &apiv1.Error{}
	if err := proto.Unmarshal(value, e); err != nil {
		return err
	}
	var decoded M
	if err := json.Unmarshal(wire.Encode(e), &decoded); err != nil {
		return err
	}
	return a.readError(decoded)
}

// inner returns the set member of a response's oneof and its name; REST responds with
// that member only.
func inner(m proto.Message) (proto.Message, protoreflect.Name) {
	r := m.ProtoReflect()
	oneofs := r.Descriptor().Oneofs()
	if oneofs.Len() != 1 || oneofs.Get(0).IsSynthetic() || oneofs.Get(0).Fields().Len() != r.Descriptor().Fields().Len() {
		return m, ""
	}
	f := r.WhichOneof(oneofs.Get(0))
	if f == nil {
		return m, ""
	}
	return r.Get(f).Message().Interface(), f.Name()
}

// Must is Call for a request that has to succeed.
func (t *T) Must(procedure string, message M, options ...option) *Response {
	a := t.Call(procedure, message, options...)
	if a.OK() {
		return a
	}
	if t.Env.Rights != nil && a.Status == http.StatusForbidden && (a.Rule() == "scope" || a.Rule() == "mode") {
		t.Skipf("the key may not call %s: %s", procedure, a.Message)
	}
	t.Fatalf("%s returns %d %s: %s", procedure, a.Status, a.Code, a.Quoted())
	return nil
}

// Quoted returns the body as text of bounded length; a binary body is described.
func (a *Response) Quoted() string {
	const most = 1000
	isControl := func(r rune) bool { return unicode.IsControl(r) && !unicode.IsSpace(r) }
	switch {
	case !utf8.Valid(a.Body) || bytes.IndexFunc(a.Body, isControl) >= 0:
		return fmt.Sprintf("%d bytes of %s", len(a.Body), a.Header.Get("Content-Type"))
	case len(a.Body) > most:
		return strings.ToValidUTF8(string(a.Body[:most]), "") + "…"
	}
	return string(a.Body)
}

// Refused fails the check unless the response is the error; rule "" matches any.
func (t *T) Refused(what string, a *Response, status int, code, rule string) {
	if a.Status != status || a.Code != code || rule != "" && a.Rule() != rule {
		t.Errorf("%s returns %d %s %s, want %d %s %s: %.300s", what, a.Status, a.Code, a.Rule(), status, code, rule, a.Quoted())
	}
}
