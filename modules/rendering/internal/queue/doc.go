// Package queue defines the lifecycle limits of render jobs, the backoff between attempts, and the notifications that
// wake workers and clients waiting for a job. The jobs themselves are rows of the store.
package queue
