-- +goose Up

-- Times are milliseconds since 1970, UTC; last_used_at is 0 for a token that was never used. A token itself is not stored:
-- digest is the SHA-256 of its text, in base64url. scopes are words with spaces between them.
CREATE TABLE api_tokens (
    user_id      INTEGER NOT NULL,
    id           INTEGER NOT NULL,
    digest       TEXT    NOT NULL,
    name         TEXT    NOT NULL,
    scopes       TEXT    NOT NULL,
    created_at   BIGINT  NOT NULL,
    expires_at   BIGINT  NOT NULL,
    last_used_at BIGINT  NOT NULL,
    PRIMARY KEY (user_id, id)
);

CREATE UNIQUE INDEX api_tokens_digest ON api_tokens (digest);

-- The last number that was given to a token of each user. Numbers are not given again.
CREATE TABLE api_token_numbers (
    user_id INTEGER PRIMARY KEY,
    last    INTEGER NOT NULL
);
