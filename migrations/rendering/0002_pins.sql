-- The exact versions of the template and the brand kit that a queued request resolved to.
ALTER TABLE rendering.job ADD COLUMN pins jsonb NOT NULL DEFAULT '{}';
