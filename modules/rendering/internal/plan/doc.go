// Package plan resolves a request to a plan: references are resolved to exact versions, defaults of outputs are filled
// in, rules, assertions, brand locks and policies are checked, the engine is chosen and the cost is computed.
//
// A Plan is immutable after Build and contains neither files nor results. Reading files and layout are done by the
// Documents that the caller of Build opens. Credits and approvals are checked by the module's use cases.
package plan
