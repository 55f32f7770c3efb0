-- The brand that a change is about; NULL: none. It is not part of what is hashed: it only says who may read it.
ALTER TABLE platform.audit ADD COLUMN brand_id text;
CREATE INDEX audit_list_brand ON platform.audit (workspace_id, brand_id, created_at DESC, id DESC) WHERE brand_id IS NOT NULL;

-- Whose a stored response is: the brands that it concerns, the brands that its credential was limited to (NULL: to
-- none), the scopes that reading it takes beyond that of the route, and who executed the request. A response of before
-- concerns no brand.
ALTER TABLE platform.idempotency ADD COLUMN brands text[] NOT NULL DEFAULT '{}';
ALTER TABLE platform.idempotency ADD COLUMN brand_limit text[];
ALTER TABLE platform.idempotency ADD COLUMN scopes text[] NOT NULL DEFAULT '{}';
ALTER TABLE platform.idempotency ADD COLUMN actor text NOT NULL DEFAULT '';
