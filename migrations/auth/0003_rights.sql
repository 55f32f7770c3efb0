-- Who is behind a credential, and how far it reaches.
--
-- roots are the credentials a line began with: the keys made on the command line that a key descends from, by being
-- made by a key or by replacing one, through any number of generations; a key made on the command line is its own
-- root (so is one without roots, which an earlier version of the service made). An issuer has the roots of the key
-- that registered it.
ALTER TABLE auth.api_keys ADD COLUMN roots text[] NOT NULL DEFAULT '{}';

WITH RECURSIVE parent AS (
	SELECT k.id, p.id AS parent FROM auth.api_keys k JOIN auth.api_keys p ON p.id = k.replaces OR 'key:' || p.id = k.created_by
), ancestor AS (
	SELECT id, id AS ancestor FROM auth.api_keys
	UNION
	SELECT a.id, p.parent FROM ancestor a JOIN parent p ON p.id = a.ancestor
), root AS (
	SELECT a.id, array_agg(a.ancestor ORDER BY a.ancestor) AS roots FROM ancestor a
	WHERE NOT EXISTS (SELECT FROM parent p WHERE p.id = a.ancestor) GROUP BY a.id
)
UPDATE auth.api_keys k SET roots = r.roots FROM root r WHERE r.id = k.id;

-- ceiling is what an issuer's tokens can have at most: what the credential could that registered the issuer. Of
-- earlier issuers it is the scopes of the key that registered them, but for those that no token has; where no row
-- says which key that was, it is what end users get by default, as far as the issuer's own default scopes give it.
ALTER TABLE auth.jwt_issuers
	ADD COLUMN roots   text[] NOT NULL DEFAULT '{}',
	ADD COLUMN ceiling text[] NOT NULL DEFAULT '{}';

UPDATE auth.jwt_issuers i SET roots = k.roots,
	ceiling = ARRAY(SELECT s FROM unnest(k.scopes) WITH ORDINALITY AS u(s, n) WHERE s <> 'keys:write' AND s NOT LIKE 'admin:%' ORDER BY n)
FROM auth.api_keys k WHERE 'key:' || k.id = i.created_by;
UPDATE auth.jwt_issuers i SET ceiling = ARRAY(SELECT s FROM unnest(i.default_scopes) s WHERE s IN ('render:write', 'render:read', 'images:read') OR s LIKE 'brand:%')
WHERE NOT EXISTS (SELECT FROM auth.api_keys k WHERE 'key:' || k.id = i.created_by);
