-- The job's row alone says that a job waits: workers take rows, and no entry of another queue stands for them.
ALTER TABLE rendering.job
	ADD COLUMN not_before timestamptz,                   -- a retry's pause; null: may begin immediately
	ADD COLUMN outages    integer NOT NULL DEFAULT 0,    -- attempts lost to an outage of the database or the blob store
	ADD COLUMN trace      jsonb;                         -- connects the attempts to the request that queued the job
-- Jobs that were handed back had no limit on their wait.
UPDATE rendering.job SET expires_at = created_at + interval '30 minutes' WHERE status = 'queued' AND expires_at IS NULL;
