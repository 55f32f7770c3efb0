-- The body of a function in the language sql that contains a subquery is parsed and planned at every call; PL/pgSQL keeps
-- the plan for the session.
CREATE OR REPLACE FUNCTION public.svc_now() RETURNS timestamptz
LANGUAGE plpgsql STABLE PARALLEL SAFE
AS $$
BEGIN
	RETURN statement_timestamp() + coalesce((SELECT skew FROM platform.clock), interval '0');
END $$;
