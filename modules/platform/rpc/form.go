package rpc

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
)

// maxParts is how many parts a form may have.
const maxParts = 20

// readForm converts a form (RFC 7578) to the equivalent JSON body, and r to a request with that body: the first file
// is the member `data` in base64, its file name the member `name` unless a part has that name, and every other part
// the member of its name.
func (b *body) readForm(r *http.Request, input protoreflect.MessageDescriptor) error {
	reader, err := (&http.Request{Header: r.Header, Body: io.NopCloser(bytes.NewReader(b.raw))}).MultipartReader()
	if err != nil {
		return malformedForm()
	}
	members := map[string]json.RawMessage{}
	fileName := ""
	for n := 0; ; n++ {
		part, err := reader.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return malformedForm()
		}
		if n == maxParts {
			return fault.Invalid(fault.Detail{Rule: "max_items", Expected: int64(maxParts), Message: fmt.Sprintf("A form has at most %d parts.", maxParts)})
		}
		name, value, err := readPart(part, input)
		if err != nil {
			return err
		}
		if part.FileName() != "" {
			name, fileName = "data", path.Base(strings.ReplaceAll(part.FileName(), "\\", "/"))
		}
		if _, twice := members[name]; twice {
			return fault.Invalid(fault.Detail{Path: "/" + name, Rule: "duplicate_member", Message: "The form has two parts for " + name + "."})
		}
		members[name] = value
	}
	if _, named := members["name"]; !named && fileName != "" && utf8.ValidString(fileName) && input.Fields().ByName("name") != nil {
		members["name"], _ = json.Marshal(fileName)
	}
	if b.raw, err = json.Marshal(members); err != nil {
		return fmt.Errorf("writing a form as JSON: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	return nil
}

func malformedForm() error {
	return fault.Invalid(fault.Detail{Rule: "malformed_form", Message: "The body is not a valid multipart/form-data."})
}

// readPart returns a part as a member: bytes in base64, numbers, booleans and messages unchanged, everything
// else as text.
func readPart(part *multipart.Part, input protoreflect.MessageDescriptor) (string, json.RawMessage, error) {
	data, err := io.ReadAll(part)
	if err != nil {
		return "", nil, malformedForm()
	}
	name, text := part.FormName(), strings.TrimSpace(string(data))
	f := input.Fields().ByName(protoreflect.Name(name))
	switch {
	case part.FileName() != "", f != nil && f.Kind() == protoreflect.BytesKind:
		text = base64.StdEncoding.EncodeToString(data)
	case f == nil || f.IsList() || !utf8.ValidString(text):
	case f.Kind() == protoreflect.BoolKind && (text == "true" || text == "false"), f.Kind() == protoreflect.MessageKind && json.Valid([]byte(text)) && strings.HasPrefix(text, "{"):
		return name, json.RawMessage(text), nil
	case f.Kind() == protoreflect.Int32Kind:
		if n, err := strconv.Atoi(text); err == nil {
			return name, json.RawMessage(strconv.Itoa(n)), nil
		}
	}
	if !utf8.ValidString(text) {
		return "", nil, fault.Invalid(fault.Detail{Path: "/" + name, Rule: wire.RuleFormat, Message: name + " must be UTF-8 text."})
	}
	value, err := json.Marshal(text)
	return name, value, err
}
