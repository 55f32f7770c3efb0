package templatefiles

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/platform/canonical"
)

// Remote is the templates of a workspace, over the API.
type Remote struct {
	BaseURL, Key string
	client       http.Client
}

// NewRemote returns the templates that are accessible with a key.
func NewRemote(baseURL, key string) *Remote {
	return &Remote{BaseURL: strings.TrimSuffix(baseURL, "/"), Key: key, client: http.Client{Timeout: 60 * time.Second}}
}

// call sends a request and decodes the response.
func (r *Remote) call(ctx context.Context, method, path string, body, into any) error {
	var reader io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return err
		}
		reader = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(ctx, method, r.BaseURL+"/api/v1/"+path, reader)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+r.Key)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := r.client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(io.LimitReader(res.Body, 16<<20))
	if err != nil {
		return err
	}
	if res.StatusCode >= 300 {
		return refusal(method+" "+path, data, res.Status)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(data, into)
}

// refusal formats an error response for people: every rule with its location.
func refusal(what string, data []byte, status string) error {
	var e struct {
		Error struct {
			Code, Message string
			Details       []struct{ Path, Message string }
		}
	}
	if json.Unmarshal(data, &e) != nil || e.Error.Code == "" {
		return fmt.Errorf("%s: %s", what, status)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s: %s", what, e.Error.Code, e.Error.Message)
	for _, d := range e.Error.Details {
		fmt.Fprintf(&b, "\n  %s", d.Message)
		if d.Path != "" && !strings.HasPrefix(d.Message, d.Path) {
			fmt.Fprintf(&b, " (%s)", d.Path)
		}
	}
	return fmt.Errorf("%s", b.String())
}

type templateMessage struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Slug        string   `json:"slug"`
	Description string   `json:"description"`
	Tags        []string `json:"tags"`
	Latest      int      `json:"latest_version"`
}

type versionMessage struct {
	HTML      string          `json:"html"`
	Document  json.RawMessage `json:"document"`
	CSS       string          `json:"css"`
	Sizes     []string        `json:"sizes"`
	Variables json.RawMessage `json:"variables"`
}

// All returns the latest version of every template, in order of their slugs.
func (r *Remote) All(ctx context.Context) ([]*Template, error) {
	var out []*Template
	for more := ""; ; {
		var list struct {
			Data []templateMessage
			Page struct {
				Next string `json:"next_cursor"`
			}
		}
		if err := r.call(ctx, http.MethodGet, "templates?limit=50"+more, nil, &list); err != nil {
			return nil, err
		}
		for _, m := range list.Data {
			var v versionMessage
			var err error
			if err := r.call(ctx, http.MethodGet, fmt.Sprintf("templates/%s/versions/%d", m.ID, m.Latest), nil, &v); err != nil {
				return nil, err
			}
			t := &Template{Slug: m.Slug, Version: m.Latest, Name: m.Name, Description: m.Description, Tags: m.Tags, Sizes: v.Sizes, HTML: v.HTML, CSS: v.CSS}
			if string(v.Document) != "null" {
				t.Document = v.Document
			}
			if t.Variables, err = declarations(v.Variables); err != nil {
				return nil, err
			}
			out = append(out, t)
		}
		if list.Page.Next == "" {
			slices.SortFunc(out, func(a, b *Template) int { return strings.Compare(a.Slug, b.Slug) })
			return out, nil
		}
		more = "&cursor=" + url.QueryEscape(list.Page.Next)
	}
}

// declarations returns variables without empty members; nil for none.
func declarations(raw json.RawMessage) (json.RawMessage, error) {
	var vars map[string]any
	if err := canonical.Unmarshal(raw, &vars); err != nil || len(vars) == 0 {
		return nil, err
	}
	tidy(vars)
	return json.Marshal(vars)
}

func tidy(vars map[string]any) {
	for _, v := range vars {
		d, ok := v.(map[string]any)
		if !ok {
			continue
		}
		if list, ok := d["enum"].([]any); ok && len(list) == 0 {
			delete(d, "enum")
		}
		if members, ok := d["members"].(map[string]any); ok {
			if tidy(members); len(members) == 0 {
				delete(d, "members")
			}
		}
		if items, ok := d["items"]; ok {
			tidy(map[string]any{"items": items})
		}
	}
}

// content adds the members of a version to a request.
func (t *Template) content(into map[string]any) map[string]any {
	if t.HTML != "" {
		into["html"] = t.HTML
	}
	if len(t.Document) > 0 {
		into["document"] = t.Document
	}
	if t.CSS != "" {
		into["css"] = t.CSS
	}
	if len(t.Variables) > 0 {
		into["variables"] = t.Variables
	}
	if len(t.Sizes) > 0 {
		into["sizes"] = t.Sizes
	}
	return into
}

// Pushed is the result of Push.
type Pushed string

// The results of Push.
const (
	Created   Pushed = "created"
	Versioned Pushed = "new version"
	Described Pushed = "described"
	Unchanged Pushed = "unchanged"
)

// NewerError is the error when the workspace has a template version that the files are not based on.
type NewerError struct {
	Slug           string
	Stored, Folder int // versions; Folder is 0 when template.json names none
}

// Error implements error.
func (e *NewerError) Error() string {
	base := "the files do not say which version they are made from"
	if e.Folder > 0 {
		base = fmt.Sprintf("the files are made from version %d", e.Folder)
	}
	return fmt.Sprintf("the workspace has version %d and %s; compare them with `platen templates diff`, download it with `platen templates pull`, or push over it with --force", e.Stored, base)
}

// Push updates the workspace's template from the files; have is the existing template, nil for none. If the content
// differs from a version that the files are not based on, the error is a NewerError, unless force is set. t.Version becomes
// the version that equals the files.
func (r *Remote) Push(ctx context.Context, t, have *Template, publish, force bool) (Pushed, error) {
	if have == nil {
		body := t.content(map[string]any{"name": t.Name, "slug": t.Slug, "publish": publish})
		if t.Description != "" {
			body["description"] = t.Description
		}
		if len(t.Tags) > 0 {
			body["tags"] = t.Tags
		}
		t.Version = 1
		return Created, r.call(ctx, http.MethodPost, "templates", body, nil)
	}
	changed, err := Diff(have, t)
	if err != nil {
		return "", err
	}
	if len(changed) == 0 {
		t.Version = have.Version
		return Unchanged, nil
	}
	if t.Version != have.Version && !force {
		return "", &NewerError{Slug: t.Slug, Stored: have.Version, Folder: t.Version}
	}
	t.Version = have.Version
	done := Described
	if t.Name != have.Name || t.Description != have.Description || !slices.Equal(t.Tags, have.Tags) {
		body := map[string]any{"name": t.Name, "description": t.Description}
		if len(t.Tags) > 0 {
			body["tags"] = t.Tags
		}
		if err := r.call(ctx, http.MethodPatch, "templates/"+t.Slug, body, nil); err != nil {
			return "", err
		}
	}
	if !sameContent(t, have) {
		done = Versioned
		var added struct{ Version int }
		if err := r.call(ctx, http.MethodPost, "templates/"+t.Slug+"/versions", t.content(map[string]any{"publish": publish}), &added); err != nil {
			return "", err
		}
		t.Version = added.Version
	}
	return done, nil
}

func sameContent(a, b *Template) bool {
	x, errX := pretty(a.content(map[string]any{}))
	y, errY := pretty(b.content(map[string]any{}))
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
