-- Fails with the SQLSTATE code unless ok: a condition on which the transaction depends, in a statement whose result is read after the commit.
CREATE FUNCTION public.svc_require(ok boolean, code text, detail text DEFAULT '') RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
	IF ok IS NOT TRUE THEN
		RAISE EXCEPTION USING ERRCODE = code, MESSAGE = 'a condition of the transaction does not hold', DETAIL = coalesce(detail, '');
	END IF;
END $$;

-- Encrypted responses do not compress.
ALTER TABLE platform.idempotency ALTER COLUMN response SET STORAGE EXTERNAL;
