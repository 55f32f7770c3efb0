package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestLicensesAreDistinguished(t *testing.T) {
	t.Parallel()
	begin := "Redistribution and use in source and binary\n * forms, with or without modification, are permitted"
	for text, want := range map[string][]string{
		"Apache License\n  Version 2.0, January 2004":                                   {"Apache-2.0"},
		"Permission is hereby granted, free of charge, to any\nperson obtaining a copy": {"MIT"},
		begin: {"BSD-2-Clause"},
		begin + ". Neither the name of X nor its contributors":                             {"BSD-3-Clause"},
		"GNU GENERAL PUBLIC LICENSE Version 3":                                             {"GPL"},
		"Mozilla Public License Version 2.0 … the GNU General Public License, Version 2.0": {"MPL-2.0"},
		"All rights reserved.": nil,
	} {
		if got := classify(text); !slices.Equal(got, want) {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
}

func TestForbiddenLicenseFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	lock := filepath.Join(dir, "package-lock.json")
	write := func(licence string) {
		content := `{"packages":{"":{},"node_modules/@a/b":{"version":"1.0.0","license":"` + licence + `","integrity":"sha512-AAAA"},"node_modules/tool":{"version":"1.0.0","dev":true,"license":"GPL-3.0"}}}`
		if err := os.WriteFile(lock, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, bad := range []string{"GPL-3.0", "", "MIT AND AGPL-3.0"} {
		write(bad)
		if _, err := npmParts(lock); err == nil || !strings.Contains(err.Error(), "pkg:npm/%40a/b@1.0.0") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	write("MIT")
	parts, err := npmParts(lock)
	if err != nil || len(parts) != 1 {
		t.Fatalf("%v %v", parts, err)
	}
	var b bytes.Buffer
	if err := writeSBOM(&b, parts); err != nil {
		t.Fatal(err)
	}
	var doc bom
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil || doc.Components[0].Hashes[0].Content != "000000" || len(doc.SerialNumber) != len("urn:uuid:")+36 {
		t.Errorf("%v: %s", err, b.Bytes())
	}
}

func TestModulesAreFoundInTheCache(t *testing.T) {
	t.Parallel()
	if got := moduleDir("/c", "github.com/Masterminds/semver", "v3.0.0"); got != "/c/github.com/!masterminds/semver@v3.0.0" {
		t.Error(got)
	}
}
