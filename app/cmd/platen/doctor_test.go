package main

import "testing"

// TestClientVariablesAreKnown sets the variables that the guides use in addition to the service's.
func TestClientVariablesAreKnown(t *testing.T) {
	for _, name := range clientVariables {
		t.Setenv(name, "x")
	}
	t.Setenv("PLATEN_MISSPELT", "x")
	if _, report, err := load(nil); err != nil || len(report.Unknown) != 1 || report.Unknown[0] != "PLATEN_MISSPELT" {
		t.Errorf("unknown variables: %v, %v", report.Unknown, err)
	}
}
