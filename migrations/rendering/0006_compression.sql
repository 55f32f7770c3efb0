-- Requests hold images as base64, on which the default compression spends milliseconds and gains nothing. A server that was
-- built without LZ4 keeps it.
DO $$
BEGIN
	ALTER TABLE rendering.image ALTER COLUMN receipt SET COMPRESSION lz4;
	ALTER TABLE rendering.job ALTER COLUMN request SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
	NULL;
END $$;
