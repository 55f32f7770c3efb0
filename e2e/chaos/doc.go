// Package chaos tests what the service promises about failures: processes that are killed, databases that go away,
// receivers that do not respond, and load beyond its limits. Each test runs the real program or several of its
// processes on one database and counts what clients see; what a healthy service does belongs to scenarios.
package chaos
