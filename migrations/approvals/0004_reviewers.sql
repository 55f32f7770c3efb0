-- Who counts as the reviewer: nobody decides twice, by whatever credential. Empty in reviews of before.
ALTER TABLE approvals.review ADD COLUMN people text[] NOT NULL DEFAULT '{}';
