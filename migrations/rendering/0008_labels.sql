-- Few jobs have labels. A job changes at least twice, each time with entries in every index.
CREATE INDEX job_labels ON rendering.job USING gin (metadata jsonb_path_ops) WHERE metadata <> '{}';
DROP INDEX rendering.job_metadata;
