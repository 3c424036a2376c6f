-- +goose Up

-- One row: how often overrides have changed, and the last number that was given to one.
CREATE TABLE override_state (
    id       INTEGER PRIMARY KEY,
    revision BIGINT  NOT NULL,
    last_id  INTEGER NOT NULL
);
INSERT INTO override_state (id, revision, last_id) VALUES (1, 0, 0);

-- Kept for ever. Times are milliseconds since 1970; revoked_by and revoked_at are 0 unless it is revoked.
CREATE TABLE overrides (
    id                INTEGER PRIMARY KEY,
    skill             TEXT    NOT NULL,
    tool              TEXT    NOT NULL,
    action            TEXT    NOT NULL,
    reason            TEXT    NOT NULL,
    created_by        INTEGER NOT NULL,
    created_at        BIGINT  NOT NULL,
    revoked_by        INTEGER NOT NULL,
    revoked_at        BIGINT  NOT NULL,
    revocation_reason TEXT    NOT NULL
);
