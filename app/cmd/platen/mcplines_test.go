package main

import (
	"strings"
	"testing"
)

// TestLinesThatAreNoJSONKeepTheSession: each gets an error, and the messages around it their responses.
func TestLinesThatAreNoJSONKeepTheSession(t *testing.T) {
	t.Parallel()
	in := strings.Join([]string{
		`hello`,
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		``,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0",`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":3,"method":"ping"}`,
	}, "\n")
	got := runPlaten(t, in, "mcp", "--base-url", "http://127.0.0.1:9", "--key", "svc_test_x")
	if n := strings.Count(got.out, `"code":-32700`); n != 2 {
		t.Errorf("%d errors for two lines: %+v", n, got)
	}
	for _, id := range []string{`"id":1`, `"id":2`, `"id":3`} {
		if !strings.Contains(got.out, id) {
			t.Errorf("no response with %s: %+v", id, got)
		}
	}
}
