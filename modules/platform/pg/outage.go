package pg

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
)

// outageClasses are the SQLSTATE classes, and outageCodes the codes, with which a server says that it cannot serve
// now: connection failures, insufficient resources such as a full disk, system errors, and its shutdown.
var (
	outageClasses = []string{"08", "53", "58"}
	outageCodes   = []string{"57P01", "57P02", "57P03", "57P05", "25P03", "XX001"}
)

// Outage reports whether err means that the database cannot be reached or cannot serve now: the same statement may
// succeed later. It is false for errors of the statement itself and for the end of the caller's context.
func Outage(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) {
		return false
	}
	if code := Code(err); code != "" {
		return len(code) == 5 && slices.Contains(outageClasses, code[:2]) || slices.Contains(outageCodes, code)
	}
	var connect *pgconn.ConnectError
	var network *net.OpError
	return errors.As(err, &connect) || errors.As(err, &network) || pgconn.Timeout(err) || errors.Is(err, errCommitTime) ||
		errors.Is(err, pgconn.ErrConnClosed) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}
