-- +goose Up

-- How many minutes after its prayer begins a task is to be done: negative before it, 0 when it begins.
ALTER TABLE tasks ADD COLUMN prayer_offset SMALLINT NOT NULL DEFAULT 0;
