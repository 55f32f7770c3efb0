-- Database time. The one row, when present, moves it; only tests insert it.
CREATE TABLE platform.clock (
	one  boolean PRIMARY KEY DEFAULT true CHECK (one),
	skew interval NOT NULL
);

-- In the schema public so that every module may call it without naming another module's schema.
CREATE FUNCTION public.svc_now() RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT statement_timestamp() + coalesce((SELECT skew FROM platform.clock), interval '0') $$;
