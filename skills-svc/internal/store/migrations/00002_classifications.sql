-- +goose Up

-- One row: how often what is kept of tools has changed.
CREATE TABLE classification_state (
    id       INTEGER PRIMARY KEY,
    revision BIGINT  NOT NULL
);
INSERT INTO classification_state (id, revision) VALUES (1, 0);

-- What each source says that a definition of a tool can do. Categories are sorted, with a space between them. Times are
-- milliseconds since 1970; model is empty and given_by is 0 where there is none; withdrawn is 0 or 1.
CREATE TABLE tool_opinions (
    tool            TEXT     NOT NULL,
    definition_hash TEXT     NOT NULL,
    origin          TEXT     NOT NULL, -- declared, admin, model, map, none
    categories      TEXT     NOT NULL,
    model           TEXT     NOT NULL,
    given_at        BIGINT   NOT NULL,
    given_by        INTEGER  NOT NULL,
    withdrawn       SMALLINT NOT NULL,
    PRIMARY KEY (tool, definition_hash, origin)
);

-- Whether a model was asked about a definition, and whose turn it is to ask: holder's until lease_until. Nobody asks
-- before not_before. The outcome is empty, answered or bad_answer.
CREATE TABLE tool_questions (
    tool            TEXT    NOT NULL,
    definition_hash TEXT    NOT NULL,
    outcome         TEXT    NOT NULL,
    holder          TEXT    NOT NULL,
    lease_until     BIGINT  NOT NULL,
    not_before      BIGINT  NOT NULL,
    attempts        INTEGER NOT NULL,
    PRIMARY KEY (tool, definition_hash)
);
