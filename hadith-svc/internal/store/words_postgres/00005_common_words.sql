-- +goose Up

-- The hadiths of each word that very many have, and of each beginning of words that does, which ends with *: a search counts
-- and joins these as sets of numbers. What is not here is found in the index of words.
CREATE TABLE common_words (
    word    TEXT PRIMARY KEY,
    hadiths BYTEA NOT NULL
);

-- How many hadiths there were when it was last found out which words are common.
ALTER TABLE library ADD COLUMN common_at INTEGER NOT NULL DEFAULT 0;
