package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// writeModule writes the module of a repository's last commit as a module proxy has it, for GOPROXY=file://….
func writeModule(proxy, version, repository string) error {
	mod, err := os.ReadFile(filepath.Join(repository, "go.mod"))
	if err != nil {
		return err
	}
	path := modfile.ModulePath(mod)
	if err := module.Check(path, version); err != nil {
		return err
	}
	escaped, err := module.EscapePath(path)
	if err != nil {
		return err
	}
	folder := filepath.Join(proxy, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, text := range map[string]string{
		"list":            version + "\n",
		version + ".info": fmt.Sprintf("{\"Version\":%q}\n", version),
		version + ".mod":  string(mod),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	file, err := os.Create(filepath.Join(folder, version+".zip"))
	if err != nil {
		return err
	}
	defer file.Close()
	sources, err := os.MkdirTemp("", "platen-module-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(sources)
	// Only committed files, without changes of the working copy.
	archive := exec.Command("sh", "-c", `git -C "$0" archive HEAD | tar -xf - -C "$1"`, repository, sources)
	if out, err := archive.CombinedOutput(); err != nil {
		return fmt.Errorf("git archive: %w: %s", err, out)
	}
	if err := zip.CreateFromDir(file, module.Version{Path: path, Version: version}, sources); err != nil {
		return err
	}
	return file.Close()
}
