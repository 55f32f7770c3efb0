// Package contract is the public contract as a table of clauses, each with the check that shows a running
// service keeps it.
//
// A clause is a numbered sentence and a function that calls the service as a client does: over REST,
// Connect with JSON and Connect with binary messages, through one Call that knows each surface's form of a
// procedure. The same table runs against a service under test (e2e/contract, which can also move its clock,
// create workspaces and open receivers) and against any deployment (`platen contract-test`, which has a URL and
// a key and skips checks that need more). docs/reference/contract.md is generated from it.
//
// One file holds the clauses of one part of the contract. To add a clause, append to that file's function;
// to add a part, write a file and name its function in parts.
package contract

import (
	"fmt"
	"slices"
	"strings"
)

// Surface is a protocol for calling the service.
type Surface string

// The surfaces.
const (
	REST          Surface = "REST"
	ConnectJSON   Surface = "Connect JSON"
	ConnectBinary Surface = "Connect binary"
)

// Every lists the surfaces; Texts those with a text encoding, on which a request can be malformed.
var (
	Every    = []Surface{REST, ConnectJSON, ConnectBinary}
	Texts    = []Surface{REST, ConnectJSON}
	RESTOnly = []Surface{REST}
)

// Need is what a check requires besides a URL and a key.
type Need int

// The needs. A deployment meets Keys when its key may make others, and Foreign when a second key is given;
// only a service under test meets the rest.
const (
	// Keys creates keys of the same workspace with chosen modes and scopes.
	Keys Need = iota + 1
	// Foreign is a key of another workspace.
	Foreign
	// Clock moves database time; the check has a separate service.
	Clock
	// Loopback lets the service reach receivers and key sets on this machine.
	Loopback
	// Database changes the database directly; the check has a separate service.
	Database
	// Workspaces creates workspaces with chosen credits.
	Workspaces
)

var needNames = map[Need]string{Keys: "a key with keys:write", Foreign: "a key of another workspace", Clock: "a clock that can be moved",
	Loopback: "receivers on this machine", Database: "the service's database", Workspaces: "workspaces of its own"}

// String describes the need.
func (n Need) String() string { return needNames[n] }

// Clause is one sentence of the contract and its check.
type Clause struct {
	// ID is the letters of its part and a number, "H-01"; its meaning is permanent.
	ID string
	// Says is the clause in one sentence.
	Says string
	// On lists the surfaces it is checked on; nil means Every.
	On []Surface
	// Needs lists what the check requires.
	Needs []Need
	// Settings are environment variables of the separate service that the check needs.
	Settings map[string]string
	// Run checks the clause on one surface.
	Run func(t *T)
}

// Surfaces returns where the clause is checked.
func (c *Clause) Surfaces() []Surface {
	if c.On == nil {
		return Every
	}
	return c.On
}

// Alone reports whether the check needs a separate service.
func (c *Clause) Alone() bool {
	return len(c.Settings) > 0 || slices.Contains(c.Needs, Clock) || slices.Contains(c.Needs, Database)
}

// Own reports whether the check needs a service that no other check uses: it moves the clock, damages the
// database or exhausts limits.
func (c *Clause) Own() bool {
	for name := range c.Settings {
		if strings.HasPrefix(name, "PLATEN_RATE_") {
			return true
		}
	}
	return slices.Contains(c.Needs, Clock) || slices.Contains(c.Needs, Database)
}

// Part is one part of the contract.
type Part struct {
	Title string
	// File is where its clauses are, in this package.
	File    string
	Clauses []Clause
}

// Parts returns the whole table in the order of the contract.
func Parts() []Part {
	return []Part{
		{"Common headers", "headers.go", headerClauses()},
		{"Rendering", "rendering.go", renderingClauses()},
		{"Signed image URLs", "signing.go", signingClauses()},
		{"AI generation", "ai.go", aiClauses()},
		{"Stored objects, health and admin", "stored.go", storedClauses()},
		{"Brands, kits and style locks", "brands.go", brandClauses()},
		{"Approvals", "approvals.go", approvalClauses()},
		{"Lists", "lists.go", listClauses()},
		{"Idempotency", "idempotency.go", idempotencyClauses()},
		{"Authentication", "auth.go", authClauses()},
		{"JSON Web Tokens", "jwt.go", jwtClauses()},
		{"Webhooks", "webhooks.go", webhookClauses()},
		{"Errors", "errors.go", errorClauses()},
		{"Limits", "limits.go", limitClauses()},
		{"Credits and usage", "credits.go", creditClauses()},
		{"Audit", "audit.go", auditClauses()},
		{"Every route with every kind of token", "matrix.go", matrixClauses()},
		{"The order of checks", "order.go", orderClauses()},
		{"Versions and retired routes", "versions.go", versionClauses()},
	}
}

// Check returns errors of the table itself: duplicate ids, clauses without a check or reason.
func Check(parts []Part) error {
	seen := map[string]bool{}
	for _, p := range parts {
		for _, c := range p.Clauses {
			switch {
			case c.ID == "" || c.Says == "":
				return fmt.Errorf("%s: a clause without id or sentence", p.Title)
			case seen[c.ID]:
				return fmt.Errorf("%s is used twice", c.ID)
			case c.Run == nil:
				return fmt.Errorf("%s has no check", c.ID)
			}
			seen[c.ID] = true
		}
	}
	return nil
}
