-- +goose Up

-- Times are milliseconds since 1970, UTC. A conversation is here from its first turn on, and forgotten some time after
-- used_at.
CREATE TABLE conversations (
    id            TEXT    PRIMARY KEY,
    owner         INTEGER NOT NULL, -- the user's number; 0 for nobody in particular
    state         TEXT    NOT NULL, -- JSON
    first_message TEXT    NOT NULL,
    turns         INTEGER NOT NULL, -- how many are kept: those numbered last_number - turns + 1 to last_number
    last_number   INTEGER NOT NULL, -- of the last turn
    created_at    BIGINT  NOT NULL,
    used_at       BIGINT  NOT NULL, -- when the last turn was kept
    held_by       TEXT    NOT NULL, -- the turn that has the conversation, '' for none
    held_until    BIGINT  NOT NULL  -- from then on the next turn may have it
);

-- A user's list is a range of this one.
CREATE INDEX conversations_owner ON conversations (owner, used_at, id);

-- For the purge.
CREATE INDEX conversations_used ON conversations (used_at);

CREATE TABLE turns (
    conversation_id TEXT    NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    number          INTEGER NOT NULL,
    message         TEXT    NOT NULL,
    answer          TEXT    NOT NULL,
    language        TEXT    NOT NULL,
    intent          TEXT    NOT NULL,
    tool            TEXT    NOT NULL, -- '' for none
    error           TEXT    NOT NULL, -- '' for none
    at              BIGINT  NOT NULL,
    PRIMARY KEY (conversation_id, number)
);
