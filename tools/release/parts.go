package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// part is a module or package that the program contains.
type part struct {
	kind          string // golang or npm
	name, version string
	sum           string // as the module system or registry writes it
	licences      []string
	text          string // the licences' full text
}

// purl is the part's package URL.
func (p *part) purl() string {
	name := p.name
	if p.kind == "npm" {
		name = strings.Replace(name, "@", "%40", 1)
	}
	return "pkg:" + p.kind + "/" + name + "@" + p.version
}

// read lists the parts of a program and of the bundles in it.
func read(program string, locks []string) ([]part, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, fmt.Errorf("reading the modules of %s: %w", program, err)
	}
	cache, err := goEnv("GOMODCACHE")
	if err != nil {
		return nil, err
	}
	goRoot, err := goEnv("GOROOT")
	if err != nil {
		return nil, err
	}
	parts := []part{{kind: "golang", name: "std", version: strings.TrimPrefix(info.GoVersion, "go")}}
	if err := parts[0].readLicence(goRoot); err != nil {
		return nil, err
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		p := part{kind: "golang", name: m.Path, version: m.Version, sum: m.Sum}
		if err := p.readLicence(moduleDir(cache, m.Path, m.Version)); err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	for _, lock := range locks {
		more, err := npmParts(lock)
		if err != nil {
			return nil, err
		}
		parts = append(parts, more...)
	}
	slices.SortFunc(parts, func(a, b part) int { return strings.Compare(a.purl(), b.purl()) })
	parts = slices.CompactFunc(parts, func(a, b part) bool { return a.purl() == b.purl() })
	return parts, nil
}

// moduleDir is the folder of a module's sources in the module cache, where upper case letters are written with a
// mark (https://go.dev/ref/mod#module-cache).
func moduleDir(cache, path, version string) string {
	var b strings.Builder
	for _, r := range path + "@" + version {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte('!')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return filepath.Join(cache, b.String())
}

func goEnv(name string) (string, error) {
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		return "", fmt.Errorf("go env %s: %w", name, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// npmParts lists what a lock file installs for running.
func npmParts(lock string) ([]part, error) {
	data, err := os.ReadFile(lock)
	if err != nil {
		return nil, err
	}
	var file struct {
		Packages map[string]struct {
			Version, Integrity string
			License            string
			Dev, Link          bool
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("reading %s: %w", lock, err)
	}
	var parts []part
	for at, p := range file.Packages {
		i := strings.LastIndex(at, "node_modules/")
		if i < 0 || p.Dev || p.Link {
			continue
		}
		n := part{kind: "npm", name: at[i+len("node_modules/"):], version: p.Version, sum: p.Integrity, licences: splitExpression(p.License)}
		if err := n.permitted(); err != nil {
			return nil, err
		}
		n.text = licenceText(filepath.Join(filepath.Dir(lock), at))
		parts = append(parts, n)
	}
	return parts, nil
}

// splitExpression takes an SPDX expression of permitted licences apart.
func splitExpression(s string) []string {
	s = strings.NewReplacer("(", "", ")", "", " AND ", "\x00", " OR ", "\x00").Replace(s)
	if s == "" {
		return nil
	}
	return strings.Split(s, "\x00")
}
