-- +goose Up

-- What a turn's tool was called with and answered, so that it can be shown again: JSON objects, '' for none. asks is what
-- the answer waits for, '' for nothing.
ALTER TABLE turns ADD COLUMN asks TEXT NOT NULL DEFAULT '';
ALTER TABLE turns ADD COLUMN arguments TEXT NOT NULL DEFAULT '';
ALTER TABLE turns ADD COLUMN data TEXT NOT NULL DEFAULT '';
