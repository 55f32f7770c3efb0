//go:build unix

package cluster

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// defaults suit one service on one machine. Durability stays as PostgreSQL ships it: fsync on.
var defaults = map[string]string{
	"listen_addresses":        "",
	"unix_socket_permissions": "0700",
	"max_connections":         "200",
	"shared_buffers":          "128MB",
	"wal_level":               "minimal",
	"max_wal_senders":         "0",
	"jit":                     "off",
	"log_destination":         "stderr",
	"logging_collector":       "off",
	"log_min_messages":        "warning",
	"timezone":                "UTC",
	"log_timezone":            "UTC",
	// Extended statistics of other users' processes are of no use here, idle sessions of a killed
	// service are: they hold locks until the kernel notices.
	"idle_in_transaction_session_timeout": "60s",
	"client_connection_check_interval":    "1s",
}

// configure writes the settings to a file of its own that postgresql.conf includes.
func (c *Cluster) configure() error {
	all := maps.Clone(defaults)
	all["unix_socket_directories"] = c.sock
	maps.Copy(all, c.cfg.Settings)
	var b strings.Builder
	b.WriteString("# Written at every start; edit postgresql.conf instead, its lines after the include win.\n")
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&b, "%s = '%s'\n", name, strings.ReplaceAll(all[name], "'", "''"))
	}
	path := filepath.Join(c.data(), "platen.conf")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		return fmt.Errorf("writing the database settings: %w", err)
	}
	if c.owner.switched {
		if err := os.Chown(path, c.owner.uid, c.owner.gid); err != nil {
			return fmt.Errorf("giving the database settings to their owner: %w", err)
		}
	}
	return c.include()
}

const includeLine = "include_if_exists = 'platen.conf'"

func (c *Cluster) include() error {
	path := filepath.Join(c.data(), "postgresql.conf")
	content, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading the database configuration: %w", err)
	}
	if strings.Contains(string(content), includeLine) {
		return nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("opening the database configuration: %w", err)
	}
	defer f.Close()
	if _, err := f.WriteString("\n" + includeLine + "\n"); err != nil {
		return fmt.Errorf("extending the database configuration: %w", err)
	}
	return f.Close()
}
