package main

import (
	"fmt"
	"strings"
	"unicode"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

// services returns the module with the service classes, blocking and asynchronous.
func services(packages map[string]*contract, names []string) string {
	var b strings.Builder
	b.WriteString(header + "\"\"\"A class for every service of the API, blocking and asynchronous.\"\"\"\n\nfrom __future__ import annotations\n\nfrom typing import Any, Mapping\n\n")
	b.WriteString("from ._call import AsyncCaller, Caller, Method\nfrom .v1 import " + strings.Join(names, ", ") + "\n")
	var fields []string
	for _, name := range names {
		for _, s := range packages[name].services {
			attribute := snake(strings.TrimSuffix(string(s.Name()), "Service"))
			if s.Methods().Len() == 0 {
				continue
			}
			fields = append(fields, attribute+" "+string(s.Name()))
			for _, async := range []bool{false, true} {
				class(&b, name, s, async)
			}
		}
	}
	for _, async := range []bool{false, true} {
		mark := mode(async)
		fmt.Fprintf(&b, "\n\nclass %sServices:\n    def __init__(self, caller: %sCaller) -> None:\n", mark.class, mark.class)
		for _, f := range fields {
			attribute, class, _ := strings.Cut(f, " ")
			fmt.Fprintf(&b, "        self.%s = %s%s(caller)\n", plural(attribute), mark.class, class)
		}
	}
	return b.String()
}

type modeNames struct{ class, def, wait string }

func mode(async bool) modeNames {
	if async {
		return modeNames{"Async", "async def", "await "}
	}
	return modeNames{"", "def", ""}
}

func class(b *strings.Builder, pkg string, s protoreflect.ServiceDescriptor, async bool) {
	mark := mode(async)
	fmt.Fprintf(b, "\n\nclass %s%s:\n    def __init__(self, caller: %sCaller) -> None:\n        self._caller = caller\n", mark.class, s.Name(), mark.class)
	for i := range s.Methods().Len() {
		m := s.Methods().Get(i)
		if m.IsStreamingServer() || m.IsStreamingClient() {
			continue
		}
		in, out := pkg+"."+className(m.Input()), pkg+"."+className(m.Output())
		options, _ := m.Options().(*descriptorpb.MethodOptions)
		operation, _ := proto.GetExtension(m.Options(), apiv1.E_Operation).(*apiv1.Operation)
		fmt.Fprintf(b, `
    %s %s(self, request: %s | Mapping[str, Any] | None = None, *, idempotency_key: str | None = None, timeout: float | None = None, **fields: Any) -> %s:
        return %sself._caller.call(Method("%s/%s", %s, %s, %s, %s), request, fields, idempotency_key, timeout)
`, mark.def, snake(string(m.Name())), in, out, mark.wait, s.FullName(), m.Name(), in, out,
			python(operation.GetMutation()), python(options.GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS))
	}
}

func python(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

// snake is list_render_jobs of ListRenderJobs, and pdf of PDF.
func snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// attributes are the clients' names in the other languages.
var attributes = map[string]string{
	"render": "rendering", "tool": "tools", "image": "images", "pdf": "pdfs", "signing_key": "signing_keys", "webhook": "webhooks", "brand": "brands",
	"brand_kit": "brand_kits", "template": "templates", "asset": "assets", "font": "fonts", "license": "licenses", "approval": "approvals",
	"approval_policy": "approval_policies", "draft": "drafts", "decision": "decisions", "api_key": "keys", "jwt_issuer": "issuers", "workspace": "workspaces",
}

func plural(attribute string) string {
	if name, ok := attributes[attribute]; ok {
		return name
	}
	return attribute
}
