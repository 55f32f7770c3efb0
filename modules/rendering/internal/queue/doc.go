// Package queue holds the limits of a render job's life, the pauses between its attempts, and the notifications that
// wake workers and clients who wait for a job. The jobs themselves are rows of the store.
package queue
