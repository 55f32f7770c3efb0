-- Whether a live credential made, changed or builds on it: test credentials change only what is not live. What was
-- there before counts as live.
ALTER TABLE library.template ADD COLUMN live boolean NOT NULL DEFAULT true;
ALTER TABLE library.asset ADD COLUMN live boolean NOT NULL DEFAULT true;
ALTER TABLE library.font ADD COLUMN live boolean NOT NULL DEFAULT true;
ALTER TABLE library.license ADD COLUMN live boolean NOT NULL DEFAULT true;
