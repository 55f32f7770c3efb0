-- The brand that an event is about; NULL: none. Events of before take the brand of their endpoint, which is whom
-- they were meant for.
ALTER TABLE webhooks.delivery ADD COLUMN brand_id text;
UPDATE webhooks.delivery d SET brand_id = e.brand_id FROM webhooks.endpoint e WHERE e.id = d.webhook_id AND e.brand_id IS NOT NULL;
