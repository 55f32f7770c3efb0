// Package chaos tests the service's guarantees under failure: killed processes, unreachable databases, receivers that do
// not respond, and load beyond the limits. Each test runs one or more processes of the real program on one database and
// counts what clients observe; the behaviour of a healthy service belongs in package scenarios.
package chaos
