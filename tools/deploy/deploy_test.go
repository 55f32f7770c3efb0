package deploy

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"
)

const root = "../.."

func TestDockerfile(t *testing.T) {
	t.Parallel()
	var warnings []string
	lint := linter.New(&linter.Config{Warn: func(rule, _, _, text string, at []parser.Range) {
		warnings = append(warnings, rule+": "+text)
	}})
	tree, err := parser.Parse(strings.NewReader(read(t, "Dockerfile")))
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range tree.Warnings {
		t.Errorf("Dockerfile: %s", w.Short)
	}
	stages, _, err := instructions.Parse(tree.AST, lint)
	if err != nil {
		t.Fatal(err)
	}
	if len(warnings) > 0 {
		t.Errorf("Dockerfile: %v", warnings)
	}
	ignored, names := ignore(t), []string{}
	var last instructions.EntrypointCommand
	for _, stage := range stages {
		if version, ok := strings.CutPrefix(stage.BaseName, "golang:"); ok && !strings.HasPrefix(goVersion(t)+".", strings.Split(version, "-")[0]+".") {
			t.Errorf("the image is built with %s, the module asks for Go %s", stage.BaseName, goVersion(t))
		}
		for _, c := range stage.Commands {
			switch c := c.(type) {
			case *instructions.CopyCommand:
				if c.From != "" {
					if !slices.Contains(names, c.From) {
						t.Errorf("COPY --from=%s: there is no such stage before", c.From)
					}
					continue
				}
				for _, source := range c.SourcePaths {
					if excluded, err := ignored.MatchesOrParentMatches(path.Clean(source)); err != nil || excluded || !exists(source) {
						t.Errorf("COPY %s: it is not in the build context (excluded: %t, %v)", source, excluded, err)
					}
				}
			case *instructions.RunCommand:
				scripts(t, strings.Join(c.CmdLine, " "), stage)
			case *instructions.EnvCommand:
				for _, kv := range c.Env {
					known(t, "Dockerfile", kv.Key)
				}
			case *instructions.HealthCheckCommand:
				command(t, "HEALTHCHECK", strings.TrimPrefix(strings.Join(c.Health.Test, " "), "CMD "))
			case *instructions.EntrypointCommand:
				last = *c
			case *instructions.CmdCommand:
				all := append(slices.Clone(last.CmdLine), c.CmdLine...)
				at := slices.Index(all, "platen")
				if at < 0 {
					t.Errorf("ENTRYPOINT and CMD %v run another program", all)
					continue
				}
				command(t, "CMD", strings.Join(all[at:], " "))
			}
		}
		names = append(names, stage.Name)
	}
	if last.CmdLine == nil {
		t.Error("the image has no entry point")
	}
}

// scripts checks that the scripts a RUN calls are in the repository.
func scripts(t *testing.T, line string, stage instructions.Stage) {
	t.Helper()
	for _, m := range regexp.MustCompile(`(?:^|\s)(?:ba)?sh (\S+\.sh)`).FindAllStringSubmatch(line, -1) {
		file := m[1]
		if base, ok := strings.CutPrefix(file, "/tmp/image/"); ok { // where the second stage copies the folder's files to
			file = "deploy/image/" + base
		}
		if !exists(file) {
			t.Errorf("the stage %q runs %s, which is not there", stage.BaseName, m[1])
		}
	}
}

func TestCompose(t *testing.T) {
	t.Parallel()
	details := types.ConfigDetails{WorkingDir: absolute(t, root), Environment: map[string]string{"PLATEN_SECRET_KEY": strings.Repeat("0", 64)},
		ConfigFiles: []types.ConfigFile{{Filename: absolute(t, filepath.Join(root, "compose.yaml"))}}}
	load := func() (*types.Project, error) {
		return loader.LoadWithContext(t.Context(), details, func(o *loader.Options) { o.SetProjectName("platen", true) })
	}
	project, err := load()
	if err != nil {
		t.Fatal(err)
	}
	ours := 0
	for name, s := range project.Services {
		for other, need := range s.DependsOn {
			on, ok := project.Services[other]
			if !ok {
				t.Errorf("%s depends on %s, which is none", name, other)
			}
			if need.Condition == types.ServiceConditionHealthy && on.HealthCheck == nil && on.Image != "platen" {
				t.Errorf("%s waits for the health of %s, which has no check", name, other)
			}
		}
		for _, v := range s.Volumes {
			if v.Type == types.VolumeTypeBind && !exists(strings.TrimPrefix(v.Source, absolute(t, root)+"/")) {
				t.Errorf("%s mounts %s, which is not there", name, v.Source)
			}
		}
		if s.Image != "platen" {
			if !strings.Contains(s.Image, ":") {
				t.Errorf("%s has the image %s without a version", name, s.Image)
			}
			continue
		}
		ours++
		for variable := range s.Environment {
			known(t, name, variable)
		}
		command(t, name, "platen "+strings.Join(s.Command, " "))
		if !s.ReadOnly || !slices.Contains(s.CapDrop, "ALL") || s.StopGracePeriod == nil {
			t.Errorf("%s may write its root file system, has capabilities, or no time to drain", name)
		}
	}
	if ours < 2 {
		t.Errorf("%d services run the image, want the API and the workers", ours)
	}
	upstream := regexp.MustCompile(`server (\w+):(\d+) resolve`).FindStringSubmatch(read(t, "deploy/nginx.conf"))
	if upstream == nil || project.Services[upstream[1]].Image != "platen" || !strings.Contains(read(t, "Dockerfile"), "EXPOSE "+upstream[2]) {
		t.Errorf("the balancer hands requests to %v, which is no service at the image's port", upstream)
	}
	delete(details.Environment, "PLATEN_SECRET_KEY")
	details.ConfigFiles = []types.ConfigFile{{Filename: absolute(t, filepath.Join(root, "compose.yaml"))}}
	if _, err := load(); err == nil || !strings.Contains(err.Error(), "PLATEN_SECRET_KEY") {
		t.Errorf("without a secret key it loads (%v): every key would be made of nothing", err)
	}
}

// known fails the test when a setting is not in the reference, which is generated from the code.
func known(t *testing.T, where, variable string) {
	t.Helper()
	if strings.HasPrefix(variable, "PLATEN_") && !strings.Contains(read(t, "docs/reference/configuration.md"), "| `"+variable+"` |") {
		t.Errorf("%s sets %s, which is no setting", where, variable)
	}
}

// command fails when the reference of the command line, which is generated from the program, lacks a command or one
// of its flags.
func command(t *testing.T, where, line string) {
	t.Helper()
	words := strings.Fields(line)
	name, flags := words, []string(nil)
	if i := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "-") }); i >= 0 {
		name, flags = words[:i], words[i:]
	}
	_, section, found := strings.Cut(read(t, "docs/reference/cli.md"), "\n### "+strings.Join(name, " ")+"\n")
	if !found {
		t.Errorf("%s runs %q, which is no command", where, line)
		return
	}
	section, _, _ = strings.Cut(section, "\n### ")
	for _, flag := range flags {
		if flag, _, _ = strings.Cut(flag, "="); strings.HasPrefix(flag, "-") && !strings.Contains(section, "| `"+flag+"` |") {
			t.Errorf("%s runs %q; %s has no flag %s", where, line, strings.Join(name, " "), flag)
		}
	}
}

func ignore(t *testing.T) *patternmatcher.PatternMatcher {
	t.Helper()
	patterns, err := ignorefile.ReadAll(strings.NewReader(read(t, ".dockerignore")))
	if err != nil {
		t.Fatal(err)
	}
	m, err := patternmatcher.New(patterns)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func goVersion(t *testing.T) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^go (\S+)$`).FindStringSubmatch(read(t, "go.mod"))
	if m == nil {
		t.Fatal("go.mod names no version")
	}
	return m[1]
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func exists(name string) bool {
	_, err := os.Stat(filepath.Join(root, name))
	return err == nil
}

func absolute(t *testing.T, name string) string {
	t.Helper()
	at, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	return at
}
