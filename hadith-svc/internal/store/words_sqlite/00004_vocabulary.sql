-- +goose Up

-- The words that are indexed, in order.
CREATE VIRTUAL TABLE words_vocabulary USING fts5vocab (words, row);
