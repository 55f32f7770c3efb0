// Package wire converts JSON to protobuf messages and back, strictly.
//
// Parse and Decode read a request body into a message and report all problems together, each as a
// fault.Detail with the JSON Pointer of the value, the rule that failed, what was expected and, if there is an
// automatic fix, a patch. Validate adds the rules declared in the protos (protovalidate).
// Encode writes the service's own JSON: snake_case names, short lower-case enum values, numbers as
// numbers, RFC 3339 times, members in the order of the proto, so equal messages give equal bytes.
//
// Codec serves Connect's JSON. It reads the same JSON with the same strictness, and also the forms that stock
// protobuf JSON clients write (lowerCamelCase names, FULL_ENUM_NAMES, integers as strings); it writes
// canonical protobuf JSON, which every such client reads.
//
// Binary serves Connect's and gRPC's protobuf encoding with the same refusals.
//
// Everything here is driven by descriptors and safe for concurrent use.
package wire

// maxDetails bounds the response to a body in which everything is invalid.
const maxDetails = 100

// The rules a detail may name, besides those that a proto declares for itself. They are the keywords of
// JSON Schema where one exists. Text that is not JSON has the rules of package canonical.
const (
	RuleDuplicate    = "duplicate_member"
	RuleType         = "type"
	RuleUnknownField = "unknown_field"
	RuleEnum         = "enum"
	RuleRequired     = "required"
	RuleOneOf        = "one_of"
	RuleMinimum      = "minimum"
	RuleMaximum      = "maximum"
	RuleMinLength    = "min_length"
	RuleMaxLength    = "max_length"
	RulePattern      = "pattern"
	RuleFormat       = "format"
	RuleMinItems     = "min_items"
	RuleMaxItems     = "max_items"
	RuleUnique       = "unique_items"
	RuleMinMembers   = "min_properties"
	RuleMaxMembers   = "max_properties"
	RuleConst        = "const"
	RuleNUL          = "nul"
	RuleUTF8         = "utf8"
)
