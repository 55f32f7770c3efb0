-- How many requests the last statement took at once.
ALTER TABLE platform.rate_limits ADD COLUMN granted integer NOT NULL DEFAULT 1;
