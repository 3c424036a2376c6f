-- +goose Up

-- The words of all texts, made comparable by the service: one per token. It keeps no copy of them.
CREATE VIRTUAL TABLE words USING fts5 (
    terms, content = '', contentless_delete = 1, prefix = '2 3 4', tokenize = 'unicode61 remove_diacritics 0'
);
