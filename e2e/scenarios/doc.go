// Package scenarios tests the service as its clients use it: through REST, Connect and the Go client, against the real
// process and a real database. A scenario reads from the first request to what it leaves behind. Clause by clause the
// contract is checked in contract, failures of the machine in chaos.
package scenarios
