package telemetry_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/platform/telemetry"
)

func TestLogsCarryTheRequestAndNoSecrets(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := telemetry.NewLogger(&out, telemetry.Config{LogLevel: "info", LogFormat: "json"})
	ctx := telemetry.WithRequestID(t.Context(), "req_1")
	canaries := []string{
		"svc_live_" + strings.Repeat("k", 38), "legacy_test_" + strings.Repeat("k", 20), "whsec_canary123", "ssk_canary123",
		"eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1In0.c2lnbmF0dXJl", "hunter2", "swordfish1",
	}
	log.InfoContext(ctx, "key "+canaries[0]+" used", "error", errors.New("bad "+canaries[1]), "note", "Bearer "+canaries[4],
		"secret", "hunter2", "url", "postgres://u:swordfish1@h/db", "a", canaries[2], "b", canaries[3])
	log.DebugContext(ctx, "not at this level")
	got := out.String()
	if !strings.Contains(got, `"request_id":"req_1"`) || strings.Contains(got, "not at this level") {
		t.Errorf("log %s", got)
	}
	for _, c := range canaries {
		if strings.Contains(got, c) {
			t.Errorf("the log holds %q: %s", c, got)
		}
	}
	if !strings.Contains(got, "postgres://u:***h/db") {
		t.Errorf("the harmless part of the URL is lost: %s", got)
	}
}
