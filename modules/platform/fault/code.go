package fault

// Kind is the class of a code. Each facade maps each kind to exactly one status.
type Kind int

// The kinds, with the HTTP status the contract gives them.
const (
	KindInvalid         Kind = iota + 1 // 400: the client must change the request
	KindUnauthenticated                 // 401: no valid token
	KindPayment                         // 402: insufficient credits
	KindForbidden                       // 403: a valid token without the right
	KindNotFound                        // 404: the workspace has no such object
	KindConflict                        // 409: the current state does not allow it
	KindLimited                         // 429: a limit is exceeded
	KindInternal                        // 500: a failure of the service
)

// Kinds lists every kind; facades test that they map each one.
func Kinds() []Kind {
	return []Kind{KindInvalid, KindUnauthenticated, KindPayment, KindForbidden, KindNotFound, KindConflict, KindLimited, KindInternal}
}

// Code is a stable public error name. A code never changes its meaning.
type Code string

// The codes of the contract.
const (
	InvalidRequest        Code = "INVALID_REQUEST"
	ValidationFailed      Code = "VALIDATION_FAILED"
	StyleLockViolation    Code = "STYLE_LOCK_VIOLATION"
	PolicyViolation       Code = "POLICY_VIOLATION"
	InvalidIdempotencyKey Code = "INVALID_IDEMPOTENCY_KEY"
	APIVersionUnsupported Code = "API_VERSION_UNSUPPORTED"
	SelfActionNotAllowed  Code = "SELF_ACTION_NOT_ALLOWED"
	Unauthorized          Code = "UNAUTHORIZED"
	InsufficientCredits   Code = "INSUFFICIENT_CREDITS"
	Forbidden             Code = "FORBIDDEN"
	Conflict              Code = "CONFLICT"
	IdempotencyConflict   Code = "IDEMPOTENCY_CONFLICT"
	ApprovalRequired      Code = "APPROVAL_REQUIRED"
	RateLimitExceeded     Code = "RATE_LIMIT_EXCEEDED"
	RenderFailed          Code = "RENDER_FAILED"
	InternalError         Code = "INTERNAL_ERROR"
)

// The not-found codes: one per kind of resource, and one for a route that does not exist.
const (
	EndpointNotFound        Code = "ENDPOINT_NOT_FOUND"
	RenderJobNotFound       Code = "RENDER_JOB_NOT_FOUND"
	RenderNotFound          Code = "RENDER_NOT_FOUND"
	ImageNotFound           Code = "IMAGE_NOT_FOUND"
	PDFNotFound             Code = "PDF_NOT_FOUND"
	TemplateNotFound        Code = "TEMPLATE_NOT_FOUND"
	TemplateVersionNotFound Code = "TEMPLATE_VERSION_NOT_FOUND"
	BrandNotFound           Code = "BRAND_NOT_FOUND"
	BrandKitNotFound        Code = "BRAND_KIT_NOT_FOUND"
	AssetNotFound           Code = "ASSET_NOT_FOUND"
	FontNotFound            Code = "FONT_NOT_FOUND"
	DraftNotFound           Code = "DRAFT_NOT_FOUND"
	DecisionNotFound        Code = "DECISION_NOT_FOUND"
	ApprovalNotFound        Code = "APPROVAL_NOT_FOUND"
	ApprovalPolicyNotFound  Code = "APPROVAL_POLICY_NOT_FOUND"
	LicenseNotFound         Code = "LICENSE_NOT_FOUND"
	WebhookNotFound         Code = "WEBHOOK_NOT_FOUND"
	WebhookEventNotFound    Code = "WEBHOOK_EVENT_NOT_FOUND"
	WebhookDeliveryNotFound Code = "WEBHOOK_DELIVERY_NOT_FOUND"
	SignedURLNotFound       Code = "SIGNED_URL_NOT_FOUND"
	SigningKeyNotFound      Code = "SIGNING_KEY_NOT_FOUND"
	GradientStyleNotFound   Code = "GRADIENT_STYLE_NOT_FOUND"
	APIKeyNotFound          Code = "API_KEY_NOT_FOUND"
	JWTIssuerNotFound       Code = "JWT_ISSUER_NOT_FOUND"
	WorkspaceNotFound       Code = "WORKSPACE_NOT_FOUND"
)

// Entry describes one code for documentation and tests.
type Entry struct {
	Code    Code
	Kind    Kind
	Meaning string
}

// Entries returns every code in the order of the contract's table. The caller owns the slice.
func Entries() []Entry { return append([]Entry(nil), entries...) }

var entries = []Entry{
	{InvalidRequest, KindInvalid, "Body, query or headers do not match the schema."},
	{ValidationFailed, KindInvalid, "The request parses but breaks a business rule."},
	{StyleLockViolation, KindInvalid, "A colour, font or layout conflicts with a lock of the brand kit."},
	{PolicyViolation, KindInvalid, "The request breaks a content-safety or commercial-use policy."},
	{InvalidIdempotencyKey, KindInvalid, "Idempotency-Key is present but is not one UUID v4."},
	{APIVersionUnsupported, KindInvalid, "X-API-Version names a version that is not supported."},
	{SelfActionNotAllowed, KindInvalid, "The action is valid only against other users."},
	{Unauthorized, KindUnauthenticated, "The token is missing, malformed, expired or revoked."},
	{InsufficientCredits, KindPayment, "The workspace lacks the credits the request would consume."},
	{Forbidden, KindForbidden, "The token is valid and lacks the scope or the brand."},
	{EndpointNotFound, KindNotFound, "No such route, or the route does not take this method."},
	{RenderJobNotFound, KindNotFound, "No such render job in this workspace."},
	{RenderNotFound, KindNotFound, "No such render in this workspace."},
	{ImageNotFound, KindNotFound, "No such image in this workspace."},
	{PDFNotFound, KindNotFound, "No such PDF in this workspace."},
	{TemplateNotFound, KindNotFound, "No such template in this workspace."},
	{TemplateVersionNotFound, KindNotFound, "The template has no such version."},
	{BrandNotFound, KindNotFound, "No such brand in this workspace."},
	{BrandKitNotFound, KindNotFound, "No such brand kit or version in this workspace."},
	{AssetNotFound, KindNotFound, "No such asset in this workspace."},
	{FontNotFound, KindNotFound, "No such font in this workspace."},
	{DraftNotFound, KindNotFound, "No such draft in this workspace."},
	{DecisionNotFound, KindNotFound, "No such decision record in this workspace."},
	{ApprovalNotFound, KindNotFound, "No such approval in this workspace."},
	{ApprovalPolicyNotFound, KindNotFound, "No such approval policy in this workspace."},
	{LicenseNotFound, KindNotFound, "No such licence in this workspace."},
	{WebhookNotFound, KindNotFound, "No such webhook in this workspace."},
	{WebhookEventNotFound, KindNotFound, "No such event in the dead-letter queue."},
	{WebhookDeliveryNotFound, KindNotFound, "No such delivery of this webhook."},
	{SignedURLNotFound, KindNotFound, "No such signed URL in this workspace."},
	{SigningKeyNotFound, KindNotFound, "No such signing key in this workspace."},
	{GradientStyleNotFound, KindNotFound, "No gradient style has this tone."},
	{APIKeyNotFound, KindNotFound, "No such API key in this workspace."},
	{JWTIssuerNotFound, KindNotFound, "No such JWT issuer in this workspace."},
	{WorkspaceNotFound, KindNotFound, "No such workspace."},
	{Conflict, KindConflict, "The request conflicts with the present state."},
	{IdempotencyConflict, KindConflict, "The idempotency key was used with another body, URL or method."},
	{ApprovalRequired, KindConflict, "A person has to approve this action first; error.approval says who and where."},
	{RateLimitExceeded, KindLimited, "The rate of this category is exceeded; Retry-After gives seconds."},
	{RenderFailed, KindInternal, "The renderer failed. Retry once."},
	{InternalError, KindInternal, "Unexpected. Retry with backoff and the same Idempotency-Key."},
}

var kinds = func() map[Code]Kind {
	m := make(map[Code]Kind, len(entries))
	for _, e := range entries {
		m[e.Code] = e.Kind
	}
	return m
}()

// Kind returns the kind of the code; an unlisted code is KindInternal.
func (c Code) Kind() Kind {
	if k, ok := kinds[c]; ok {
		return k
	}
	return KindInternal
}
