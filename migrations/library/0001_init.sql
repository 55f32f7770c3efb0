-- A document with placeholders. What it holds is in its versions; published_version is what requests without a
-- version get.
CREATE TABLE library.template (
	id                text PRIMARY KEY,
	workspace_id      text NOT NULL,
	brand_id          text,
	name              text NOT NULL,
	slug              text NOT NULL,
	description       text NOT NULL DEFAULT '',
	tags              text[] NOT NULL DEFAULT '{}',
	published_version integer,
	latest_version    integer NOT NULL,
	created_at        timestamptz NOT NULL DEFAULT svc_now(),
	updated_at        timestamptz NOT NULL DEFAULT svc_now()
);
CREATE UNIQUE INDEX template_slug ON library.template (workspace_id, slug);
CREATE INDEX template_list ON library.template (workspace_id, created_at DESC, id DESC);

-- The content of a template at one time; never changed but for published_at, which is set once.
CREATE TABLE library.template_version (
	template_id  text NOT NULL REFERENCES library.template ON DELETE CASCADE,
	version      integer NOT NULL,
	html         text NOT NULL DEFAULT '',
	document     jsonb,
	css          text NOT NULL DEFAULT '',
	variables    jsonb NOT NULL,
	sizes        text[] NOT NULL DEFAULT '{}',
	notes        text NOT NULL DEFAULT '',
	sha256       text NOT NULL,
	actor        text NOT NULL,
	created_at   timestamptz NOT NULL DEFAULT svc_now(),
	published_at timestamptz,
	PRIMARY KEY (template_id, version),
	CHECK ((html = '') <> (document IS NULL))
);

-- Terms under which assets and fonts may be used.
CREATE TABLE library.license (
	id             text PRIMARY KEY,
	workspace_id   text NOT NULL,
	name           text NOT NULL,
	kind           text NOT NULL,
	commercial_use boolean NOT NULL,
	expires_at     timestamptz,
	attribution    text NOT NULL DEFAULT '',
	url            text NOT NULL DEFAULT '',
	created_at     timestamptz NOT NULL DEFAULT svc_now(),
	updated_at     timestamptz NOT NULL DEFAULT svc_now()
);
CREATE INDEX license_list ON library.license (workspace_id, created_at DESC, id DESC);

-- A picture that documents name. Its bytes are in the content store under sha256 and never change.
CREATE TABLE library.asset (
	id           text PRIMARY KEY,
	workspace_id text NOT NULL,
	brand_id     text,
	name         text NOT NULL,
	mime_type    text NOT NULL,
	bytes        bigint NOT NULL,
	width        integer NOT NULL,
	height       integer NOT NULL,
	sha256       text NOT NULL,
	source_url   text,
	license_id   text REFERENCES library.license,
	created_at   timestamptz NOT NULL DEFAULT svc_now()
);
CREATE UNIQUE INDEX asset_content ON library.asset (workspace_id, coalesce(brand_id, ''), sha256);
CREATE INDEX asset_list ON library.asset (workspace_id, created_at DESC, id DESC);
CREATE INDEX asset_license ON library.asset (license_id) WHERE license_id IS NOT NULL;

-- A face that documents name by its family.
CREATE TABLE library.font (
	id           text PRIMARY KEY,
	workspace_id text NOT NULL,
	family       text NOT NULL,
	family_key   text NOT NULL, -- in lower case
	style        text NOT NULL CHECK (style IN ('normal', 'italic')),
	weight_min   integer NOT NULL,
	weight_max   integer NOT NULL,
	format       text NOT NULL,
	bytes        bigint NOT NULL,
	glyphs       integer NOT NULL,
	sha256       text NOT NULL,
	license_id   text REFERENCES library.license,
	created_at   timestamptz NOT NULL DEFAULT svc_now()
);
CREATE UNIQUE INDEX font_face ON library.font (workspace_id, family_key, style, weight_min, weight_max);
CREATE INDEX font_list ON library.font (workspace_id, created_at DESC, id DESC);
CREATE INDEX font_license ON library.font (license_id) WHERE license_id IS NOT NULL;
