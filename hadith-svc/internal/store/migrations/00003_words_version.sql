-- +goose Up

-- In which way the words of the texts are indexed; the service indexes anew what was indexed in an earlier one.
ALTER TABLE library ADD COLUMN words_version INTEGER NOT NULL DEFAULT 0;
