// Package scenarios tests the service as its clients use it: through REST, Connect and the Go client, against the real
// process and a real database. Package contract checks the contract clause by clause, package chaos checks failures.
package scenarios
