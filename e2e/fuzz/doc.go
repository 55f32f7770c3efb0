// Package fuzz sends sequences of valid and mutated requests, made from the OpenAPI document, to a running service.
package fuzz
