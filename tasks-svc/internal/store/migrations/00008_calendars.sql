-- +goose Up

-- The number last given to a private address of each user's calendar feed. It only grows: a number is never used again.
CREATE TABLE calendar_counters (
    user_id     INTEGER PRIMARY KEY,
    last_number INTEGER NOT NULL
);

-- The private addresses of users' calendar feeds. digest is the SHA-256 of the secret in the address, which is not stored.
CREATE TABLE calendars (
    user_id    INTEGER NOT NULL,
    id         INTEGER NOT NULL,
    name       TEXT    NOT NULL,
    digest     BYTEA   NOT NULL,
    created_at BIGINT  NOT NULL,
    read_at    BIGINT  NOT NULL, -- when the feed was last read by it; 0 if never
    PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX calendars_by_digest ON calendars (digest);
