-- +goose Up

-- The words of all texts, made comparable by the service.
CREATE TABLE words (
    hadith_id INTEGER PRIMARY KEY REFERENCES hadiths (id),
    words     TSVECTOR NOT NULL
);
CREATE INDEX words_words ON words USING GIN (words);
