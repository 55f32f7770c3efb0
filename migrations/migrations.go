// Package migrations embeds the SQL that makes each schema: <schema>/NNNN_name.sql, one schema per module.
//
// A file names only its own schema, is never changed after a release, and expands or contracts but never
// breaks the version of the service that is still running beside the new one.
package migrations

import "embed"

// Files holds every migration.
//
//go:embed */*.sql
var Files embed.FS
