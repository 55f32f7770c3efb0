-- Spending brought the account below the threshold, and the notice about it is not enqueued yet.
ALTER TABLE credits.accounts ADD COLUMN notice_due boolean NOT NULL DEFAULT false;

-- Fails a hold for which too few credits are available; the detail is how many are.
CREATE FUNCTION credits.refuse_hold(p_workspace text) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
	RAISE EXCEPTION USING ERRCODE = 'PL402', MESSAGE = 'too few credits are available',
		DETAIL = coalesce((SELECT available FROM credits.accounts WHERE workspace = p_workspace), 0)::text;
END $$;
