-- Who a hold is for, so that what it captures can be told apart.
ALTER TABLE credits.holds ADD COLUMN actor text NOT NULL DEFAULT 'system';

-- What each caller spent on each kind of work on each day (UTC), added to by every capture.
CREATE TABLE credits.usage (
	workspace  text   NOT NULL REFERENCES credits.accounts,
	day        date   NOT NULL,
	actor      text   NOT NULL,
	category   text   NOT NULL,
	credits    bigint NOT NULL,
	operations bigint NOT NULL,
	PRIMARY KEY (workspace, day, actor, category)
);
