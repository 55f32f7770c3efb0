-- The brand that a job and what it made belong to; NULL: to none. Jobs and images of before belong to none, since
-- the requests that are kept name no brand any more: credentials that are limited to a brand do not see them.
ALTER TABLE rendering.job ADD COLUMN brand_id text;
ALTER TABLE rendering.image ADD COLUMN brand_id text;
CREATE INDEX job_list_brand ON rendering.job (workspace_id, livemode, brand_id, created_at DESC, id DESC) WHERE brand_id IS NOT NULL;
CREATE INDEX image_list_brand ON rendering.image (workspace_id, livemode, brand_id, kind, created_at DESC, id DESC) WHERE brand_id IS NOT NULL AND deleted_at IS NULL;
COMMENT ON COLUMN rendering.result.request_hash IS 'of a request that belongs to a brand: the hash, a blank and the brand';
