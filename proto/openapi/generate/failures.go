package main

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Values of platen.api.v1.Category; the protos are read here without their generated code.
const (
	categoryPreview protoreflect.EnumNumber = 2
	categoryRender  protoreflect.EnumNumber = 3
	categoryAI      protoreflect.EnumNumber = 5
)

// failure is a status that requests fail with.
type failure struct {
	status, name, description string
	// of reports whether an operation can fail with it.
	of func(o operation) bool
}

// failures are in the order of their statuses. Every operation has the response "default" beside them, for what is
// unexpected.
var failures = []failure{
	{"400", "BadRequest", "The request is wrong: `error.details` names every place with the rule and, where there is one, a patch that fixes it.", func(operation) bool { return true }},
	{"401", "Unauthorized", "The token is missing, malformed, expired or revoked.", operation.authenticated},
	{"402", "PaymentRequired", "The workspace lacks the credits that the request would consume.", operation.charges},
	{"403", "Forbidden", "The token is valid and lacks the scope, the brand or the mode.", operation.authenticated},
	{"404", "NotFound", "The workspace has nothing of this id; `error.code` says of what kind.", operation.names},
	{"409", "Conflict", "The present state refuses: the object was changed, the idempotency key was used for another request, or a person must approve first.", operation.changes},
	{"429", "TooManyRequests", "The rate of the category is exceeded, or the service is at capacity.", operation.authenticated},
	{"431", "HeadersTooLarge", "The request line and the headers are larger than 16 KiB together.", func(operation) bool { return true }},
}

// names reports whether the request can name an object: in the path, or in the body.
func (o operation) names() bool {
	return strings.Contains(o.path, "{") || o.method != "get" && o.authenticated()
}

// authenticated reports whether the operation needs a token.
func (o operation) authenticated() bool {
	security := at(o.node, "security")
	return security == nil || len(security.Content) > 0
}

// changes reports whether the operation changes an object, or removes it.
func (o operation) changes() bool { return o.mutates() || o.method == "delete" }

func (o operation) mutates() bool {
	return flagOption(o.procedure, "platen.api.v1.operation", "mutation")
}

// charges reports whether the operation can cost credits: it renders or makes art.
func (o operation) charges() bool {
	return o.mutates() && slices.Contains([]protoreflect.EnumNumber{categoryPreview, categoryRender, categoryAI},
		option(o.procedure, "platen.api.v1.operation", "category").Enum())
}

// addFailures names the responses that the operation fails with.
func (o operation) addFailures(responses *yaml.Node) {
	for _, f := range failures {
		if f.of(o) {
			set(responses, f.status, ref("responses", f.name))
		}
	}
	set(responses, "default", ref("responses", "Error"))
}

// completeFailures makes the responses of the failures from the one that stands for every other.
func completeFailures(doc *yaml.Node) {
	responses := at(doc, "components", "responses")
	for _, f := range failures {
		headers := object("X-Request-Id", ref("headers", "RequestId"))
		if f.name == "TooManyRequests" {
			set(headers, "X-RateLimit-Remaining", ref("headers", "RateLimitRemaining"))
			set(headers, "Retry-After", ref("headers", "RetryAfter"))
		}
		set(responses, f.name, object("description", f.description, "headers", headers,
			"content", object("application/json", object("schema", ref("schemas", "ErrorEnvelope")))))
	}
}
