// Package s3 stores objects in a bucket that speaks the S3 protocol: reading, describing, writing and deleting one object,
// signed with Signature Version 4. Objects that need more than one request, listings and management do not belong here.
package s3
