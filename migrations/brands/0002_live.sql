-- Whether a live credential made, changed or builds on it: test credentials change only what is not live. What was
-- there before counts as live.
ALTER TABLE brands.brand ADD COLUMN live boolean NOT NULL DEFAULT true;
ALTER TABLE brands.kit ADD COLUMN live boolean NOT NULL DEFAULT true;
