-- +goose Up

-- The number last given to a push subscription of each user. It only grows: a number is never used again.
CREATE TABLE push_counters (
    user_id     INTEGER PRIMARY KEY,
    last_number INTEGER NOT NULL
);

-- The browsers that show users their reminders: where messages for one are posted, and the keys to encrypt them with. Each has a channel,
-- 'push:' and its number.
CREATE TABLE push_subscriptions (
    user_id    INTEGER NOT NULL,
    id         INTEGER NOT NULL,
    endpoint   TEXT    NOT NULL,
    point      BYTEA   NOT NULL,
    auth       BYTEA   NOT NULL,
    created_at BIGINT  NOT NULL,
    PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX push_subscriptions_by_endpoint ON push_subscriptions (endpoint);

-- What waits to be posted, to webhooks and to browsers, the oldest first. Channels that are watched have no colon in their names.
CREATE INDEX reminders_waiting_posts ON reminders (next_at) WHERE channel LIKE '%:%';
DROP INDEX reminders_posting;
