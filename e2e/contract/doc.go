// Package contract runs the contract's table of clauses (app/contract) against the real service, over REST,
// Connect with JSON and Connect with binary messages, and writes docs/reference/contract.md from it. The
// other files hold tests derived from the OpenAPI document: every example is sent and every response validated
// against its schema, every route with every kind of token, and every pair of the order of checks.
package contract
