// Package rest serves the REST document.
//
// The check chain (modules/platform/rpc) runs before it. It resolves the operation of a request through the
// facade, authenticates, limits, reads the body, has the facade bind path and query to the message, and
// stores the checked message in the call. Then ServeHTTP runs: ogen picks the handler, the handler runs the
// same procedure that Connect serves, and the codec of package wire writes the response. Handlers
// map no fields.
//
// One file per tag of the document holds its handlers; errors.go is the only place that converts faults to
// responses.
package rest
