-- +goose Up

-- asr_school and prayer_method are empty for the usual ones of a place. A school that stands in a profile stays: whether
-- it was chosen or was the default of old cannot be told.
ALTER TABLE users ADD COLUMN prayer_method TEXT NOT NULL DEFAULT '';
