-- +goose Up

-- The words of all texts, made comparable by the service.
CREATE TABLE words (
    hadith_id INTEGER PRIMARY KEY REFERENCES hadiths (id),
    terms     TSVECTOR NOT NULL
);
CREATE INDEX words_terms ON words USING GIN (terms);
