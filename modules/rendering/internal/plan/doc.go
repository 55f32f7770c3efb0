// Package plan turns a request into a plan: its references resolved to exact versions, its outputs with every default
// filled in, its rules, assertions, brand locks and policies checked, its engine chosen and its cost counted.
//
// A Plan is immutable after Build and holds neither files nor results. Reading files and laying documents out is not done
// here: Build asks the Documents that its caller opens. Credits and approvals are checked by the module's use cases.
package plan
