-- Database time differs from the time of the statement only in tests, which move it by a row in platform.clock. Without
-- one svc_now() is an expression that the planner inlines; reading the table at each call took a twelfth of what Postgres
-- spends on a preview. The first row makes svc_now() read it.
CREATE FUNCTION platform.move_clock() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
	IF EXISTS (SELECT FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE p.oid = 'public.svc_now()'::regprocedure AND l.lanname = 'sql') THEN
		CREATE OR REPLACE FUNCTION public.svc_now() RETURNS timestamptz
		LANGUAGE plpgsql STABLE PARALLEL SAFE
		AS $now$
		BEGIN
			RETURN statement_timestamp() + coalesce((SELECT skew FROM platform.clock), interval '0');
		END $now$;
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER clock_moves AFTER INSERT ON platform.clock FOR EACH STATEMENT EXECUTE FUNCTION platform.move_clock();

DO $$
BEGIN
	IF NOT EXISTS (SELECT FROM platform.clock) THEN
		CREATE OR REPLACE FUNCTION public.svc_now() RETURNS timestamptz
		LANGUAGE sql STABLE PARALLEL SAFE
		AS $now$ SELECT statement_timestamp() $now$;
	END IF;
END $$;
