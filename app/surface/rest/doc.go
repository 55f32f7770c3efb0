// Package rest serves the REST document.
//
// The check chain (modules/platform/rpc) stands before it. It asks the facade which operation a request
// means, authenticates, limits, reads the body, lets the facade bind path and query to the message, and
// keeps the checked message in the call. Then ServeHTTP runs: ogen picks the handler, the handler runs the
// same procedure that Connect serves, and the response is written by the codec of package wire. A handler
// maps no fields.
//
// One file per tag of the document holds its handlers; errors.go is the one place that turns faults into
// responds.
package rest
