// Package cluster runs a private PostgreSQL in the data directory, so that the service needs no external
// database.
//
// The cluster listens on a Unix socket in a private folder only. PostgreSQL refuses to run as root, so a
// root process runs it as an unprivileged user. It survives the process that started it: Open connects to a
// running one first and starts one only when none responds. Several processes may use one cluster; the
// last to Close stops it.
package cluster

import "time"

// Config is the location and the settings of a cluster.
type Config struct {
	// Dir holds everything: data, socket, log, locks. It is created when missing.
	Dir string
	// Bin is the folder of the PostgreSQL programs; "" searches the usual locations.
	Bin string
	// Settings are written to the server's configuration on every start, over the defaults.
	Settings map[string]string
	// StartTimeout bounds Open; 0 means 60 s. After a SIGKILL under load recovery takes seconds.
	StartTimeout time.Duration
}
