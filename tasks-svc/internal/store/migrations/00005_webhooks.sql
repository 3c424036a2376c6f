-- +goose Up

-- The number last given to a webhook of each user. It only grows: a number is never used again.
CREATE TABLE webhook_counters (
    user_id     INTEGER PRIMARY KEY,
    last_number INTEGER NOT NULL
);

-- Where reminders of a user are posted. secret is the key of the signatures, which have to be made with the key itself. Each has a
-- channel, 'webhook:' and its number.
CREATE TABLE webhooks (
    user_id    INTEGER NOT NULL,
    id         INTEGER NOT NULL,
    url        TEXT    NOT NULL,
    secret     BYTEA   NOT NULL,
    created_at BIGINT  NOT NULL,
    PRIMARY KEY (user_id, id)
);

-- What waits for webhooks, the oldest first.
CREATE INDEX reminders_posting ON reminders (next_at) WHERE channel LIKE 'webhook:%';
