-- +goose Up

-- The number of the first task of a recurring task's series, and when that was created: 0 for that one itself. Tasks of before are each the
-- first of theirs.
ALTER TABLE tasks ADD COLUMN series_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN series_at BIGINT NOT NULL DEFAULT 0;
