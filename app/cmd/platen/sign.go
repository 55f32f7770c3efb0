package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app/textfile"
	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	signingv1 "github.com/platenhq/platen/proto/gen/platen/signing/v1"
	platen "github.com/platenhq/platen/sdk/go"
)

// signFlags are the flags of platen sign.
type signFlags struct {
	remote
	kid, secret   string
	template      string
	set           map[string]string
	data          string
	width, height int32
	expires       time.Duration
}

func signCommand() *cobra.Command {
	var f signFlags
	cmd := &cobra.Command{
		Use:   "sign [FILE]",
		Short: "Mint a signed image URL, with or without the service",
		Long: `Mint the URL of an image for a page's <meta> tags. FILE is HTML, or an item of /api/v1/generate/sign as JSON;
--template names a stored or built-in template instead.
With --kid and --secret (a signing key) the URL is minted offline: inline for FILE, simple for --template.
Otherwise the service mints it, with an API key.`,
		Example: `  platen sign card.html --kid 6fv8r0hbp9ka --secret @signing.key --base-url https://img.example.com
  platen sign --template launch@1 --set title="Launch day" --kid 6fv8r0hbp9ka --secret @signing.key
  platen sign card.html --key @api.key --expires 720h`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if (len(args) == 1) == (f.template != "") {
				return usage("name either a file or --template")
			}
			if (f.kid == "") != (f.secret == "") {
				return usage("--kid and --secret belong together")
			}
			offline := f.kid != ""
			if err := f.complete(); err != nil {
				return err
			}
			if offline {
				return f.signOffline(cmd, args)
			}
			return f.signRemotely(cmd, args)
		},
	}
	f.register(cmd)
	fs := cmd.Flags()
	fs.StringVar(&f.kid, "kid", "", "the kid of the signing key")
	fs.StringVar(&f.secret, "secret", "", "secret of the signing key (ssk_…), or @FILE that contains it")
	fs.StringVar(&f.template, "template", "", "a template's id or slug, with @VERSION")
	fs.StringToStringVar(&f.set, "set", nil, "a variable of the template: name=value")
	fs.StringVar(&f.data, "data", "", "values of the placeholders: a file with a JSON object, or the object")
	fs.Int32Var(&f.width, "width", 0, "width in CSS pixels (default 1200)")
	fs.Int32Var(&f.height, "height", 0, "height in CSS pixels (default 630)")
	fs.DurationVar(&f.expires, "expires", 0, "validity of the URL, such as 720h (default: unlimited)")
	cmd.AddCommand(signExplainCommand())
	return cmd
}

// item reads the item to sign.
func (f *signFlags) item(args []string) (map[string]any, error) {
	item := map[string]any{}
	switch {
	case f.template != "":
		id, version := f.templateRef()
		ref := map[string]any{"id": id}
		if version > 0 {
			ref["version"] = version
		}
		item["template"] = ref
	default:
		data, err := textfile.Read(args[0])
		if err != nil {
			return nil, exit{exitUsage, err}
		}
		if filepath.Ext(args[0]) != ".json" {
			item["html"] = string(data)
		} else if err := canonical.Unmarshal(data, &item); err != nil {
			return nil, usage("%s is not a JSON object: %w", args[0], err)
		}
	}
	values := map[string]any{}
	if f.data != "" {
		data, name, err := readData(f.data, nil, func(name string, _ io.Reader) ([]byte, error) { return textfile.Read(name) })
		if err != nil {
			return nil, exit{exitUsage, err}
		}
		if err := canonical.Unmarshal(data, &values); err != nil {
			return nil, usage("%s is not a JSON object: %w", name, err)
		}
	}
	for name, v := range f.set {
		values[name] = v
	}
	if len(values) > 0 {
		item["data"] = values
	}
	if f.width > 0 {
		item["width"] = f.width
	}
	if f.height > 0 {
		item["height"] = f.height
	}
	if f.expires > 0 {
		item["expires_at"] = clock.Now().Add(f.expires).UTC().Format(time.RFC3339)
	}
	return item, nil
}

func (f *signFlags) templateRef() (id string, version int) {
	id, number, _ := strings.Cut(f.template, "@")
	version, _ = strconv.Atoi(number)
	return id, version
}

// kidPattern matches the kid of a signing key.
var kidPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9a-z]{12}$`) })

// signOffline signs a URL offline.
func (f *signFlags) signOffline(cmd *cobra.Command, args []string) error {
	secret, err := secretFlag("--secret", f.secret)
	if err != nil {
		return err
	}
	if !kidPattern().MatchString(f.kid) {
		return usage("--kid is %q; it must be the kid of a signing key: 12 digits and lower-case letters", f.kid)
	}
	if !strings.HasPrefix(secret, "ssk_") {
		return usage("--secret must be the secret of a signing key, which begins with ssk_")
	}
	s := platen.URLSigner{BaseURL: f.baseURL, KID: f.kid, Secret: secret}
	item, err := f.item(args)
	if err != nil {
		return err
	}
	if f.template != "" {
		return f.simple(cmd, s, item)
	}
	raw, err := json.Marshal(item)
	if err != nil {
		return err
	}
	m := new(signingv1.SignItem)
	if details := wire.Decode(raw, m); len(details) > 0 {
		return fault.Invalid(details...)
	}
	if details := wire.Check(m); len(details) > 0 {
		return fault.Invalid(details...)
	}
	url, err := s.InlineJSON(raw)
	if err != nil {
		return err
	}
	return printResult(cmd, map[string]any{"url": url, "form": "inline"}, line("%s", url))
}

// simple signs the URL of a template, whose values are in the query.
func (f *signFlags) simple(cmd *cobra.Command, s platen.URLSigner, item map[string]any) error {
	id, version := f.templateRef()
	if f.width > 0 || f.height > 0 {
		return usage("--width and --height cannot be part of a simple URL: a template's first size applies")
	}
	latest := 1
	if t, err := builtin(id); err == nil {
		id, latest = t.ID, t.Version.Number
	}
	if version == 0 {
		return usage("--template %s: a URL minted without the service names the version: %s@%d", f.template, f.template, latest)
	}
	values := map[string]string{}
	data, _ := item["data"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(data)) {
		switch v := data[name].(type) {
		case string:
			values[name] = v
		case json.Number, bool:
			values[name] = fmt.Sprint(v)
		default:
			return usage("%s is not a string, number or boolean; a simple URL takes only those", name)
		}
	}
	var expires time.Time
	if f.expires > 0 {
		expires = clock.Now().Add(f.expires)
	}
	url := s.Template(id, version, values, expires)
	return printResult(cmd, map[string]any{"url": url, "form": "simple"}, line("%s", url))
}

// signRemotely has the service sign a URL.
func (f *signFlags) signRemotely(cmd *cobra.Command, args []string) error {
	item, err := f.item(args)
	if err != nil {
		return err
	}
	if item["ref"] == nil {
		item["ref"] = "1"
	}
	var out struct {
		Data []json.RawMessage `json:"data"`
	}
	if err := f.call(cmd.Context(), "POST", "/api/v1/generate/sign", map[string]any{"items": []any{item}}, &out); err != nil {
		return err
	}
	if len(out.Data) != 1 {
		return fmt.Errorf("the service returned %d URLs instead of one", len(out.Data))
	}
	var minted struct {
		URL string `json:"url"`
	}
	if err := json.Unmarshal(out.Data[0], &minted); err != nil {
		return fmt.Errorf("reading the response: %w", err)
	}
	return printResult(cmd, out.Data[0], func(w io.Writer) error { return line("%s", minted.URL)(w) })
}
