-- Whether a live credential made or changed the policy: test credentials change only what is not live, which binds
-- requests of test mode only. What was there before counts as live.
ALTER TABLE approvals.policy ADD COLUMN live boolean NOT NULL DEFAULT true;
ALTER TABLE approvals.policy ADD CONSTRAINT policy_of_test CHECK (live OR livemode IS FALSE) NOT VALID;
