-- +goose Up

-- Who users are at OpenID providers. created_at is in milliseconds since 1970, UTC.
CREATE TABLE identities (
    issuer     TEXT    NOT NULL,
    subject    TEXT    NOT NULL,
    user_id    INTEGER NOT NULL UNIQUE,
    created_at BIGINT  NOT NULL,
    PRIMARY KEY (issuer, subject)
);

-- One row: the last number that was given to an identity. Whoever gives the next one locks it. Numbers up to 1000 are for
-- development, where callers choose their own.
CREATE TABLE user_numbers (
    id   INTEGER PRIMARY KEY,
    last INTEGER NOT NULL
);
INSERT INTO user_numbers (id, last) VALUES (1, 1000);
