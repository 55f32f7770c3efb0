-- Workers take the oldest job of the workspace that has the fewest at work: both are found without a scan.
CREATE INDEX job_queued_by_workspace ON rendering.job (engine_name, workspace_id, created_at, id) WHERE status = 'queued';
CREATE INDEX job_busy_by_workspace ON rendering.job (engine_name, workspace_id) WHERE status = 'processing';
