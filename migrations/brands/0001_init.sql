-- Whose look the kits describe. Brands are shared by live and test mode.
CREATE TABLE brands.brand (
	id           text PRIMARY KEY,
	workspace_id text NOT NULL,
	name         text NOT NULL,
	slug         text NOT NULL,
	domain       text NOT NULL DEFAULT '',
	default_kit  text NOT NULL DEFAULT '',
	status       text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
	created_at   timestamptz NOT NULL DEFAULT svc_now(),
	updated_at   timestamptz NOT NULL DEFAULT svc_now()
);
CREATE UNIQUE INDEX brand_slug ON brands.brand (workspace_id, slug);
CREATE INDEX brand_list ON brands.brand (workspace_id, created_at DESC, id DESC);

CREATE TABLE brands.kit (
	id           text PRIMARY KEY,
	workspace_id text NOT NULL,
	brand_id     text NOT NULL REFERENCES brands.brand ON DELETE CASCADE,
	name         text NOT NULL,
	published    integer NOT NULL DEFAULT 0, -- the version in force, 0 for none
	latest       integer NOT NULL DEFAULT 1,
	created_at   timestamptz NOT NULL DEFAULT svc_now(),
	updated_at   timestamptz NOT NULL DEFAULT svc_now()
);
CREATE INDEX kit_list ON brands.kit (workspace_id, created_at DESC, id DESC);
CREATE INDEX kit_brand ON brands.kit (brand_id);

-- What a kit says at a version. Only drafts change, which the trigger sees to.
CREATE TABLE brands.version (
	kit_id       text NOT NULL REFERENCES brands.kit ON DELETE CASCADE,
	version      integer NOT NULL,
	status       text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'archived')),
	body         jsonb NOT NULL,
	sha256       text NOT NULL, -- of the body as it was written
	created_at   timestamptz NOT NULL DEFAULT svc_now(),
	published_at timestamptz,
	PRIMARY KEY (kit_id, version)
);

CREATE FUNCTION brands.keep_published() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.status <> 'draft' AND (NEW.body IS DISTINCT FROM OLD.body OR NEW.sha256 <> OLD.sha256 OR NEW.published_at IS DISTINCT FROM OLD.published_at) THEN
		RAISE EXCEPTION 'a version that was published never changes';
	END IF;
	RETURN NEW;
END $$;
CREATE TRIGGER version_immutable BEFORE UPDATE ON brands.version FOR EACH ROW EXECUTE FUNCTION brands.keep_published();
