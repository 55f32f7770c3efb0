-- How far the films of a job are drawn. They change once a second while a job renders, as the columns beside them do.
ALTER TABLE rendering.job
	ADD COLUMN frames_completed integer NOT NULL DEFAULT 0,
	ADD COLUMN frames_total integer NOT NULL DEFAULT 0;
