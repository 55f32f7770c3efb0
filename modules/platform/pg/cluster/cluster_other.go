//go:build !unix

package cluster

import (
	"context"
	"errors"
)

var errUnsupported = errors.New("a private PostgreSQL needs Linux or macOS; point PLATEN_DATABASE_URL at a server")

// Cluster is a running PostgreSQL that this process uses; there is none on this system.
type Cluster struct{}

// Open returns an error that says what to configure.
func Open(context.Context, Config) (*Cluster, error) { return nil, errUnsupported }

// Programs returns an error that says what to configure.
func Programs(Config) (bin, major string, err error) { return "", "", errUnsupported }

// URL returns "".
func (c *Cluster) URL() string { return "" }

// Dir returns "".
func (c *Cluster) Dir() string { return "" }

// Close does nothing.
func (c *Cluster) Close() error { return nil }

// Supervise returns immediately.
func (c *Cluster) Supervise(context.Context, func(error)) {}

// Detach does nothing.
func (c *Cluster) Detach() error { return nil }
