-- +goose Up

-- The chain. entry is exactly what was hashed; the columns after it repeat what entries are selected by. Times are
-- microseconds since 1970, UTC; user_id is 0 where nobody was known.
CREATE TABLE audit_lines (
    seq        BIGINT  PRIMARY KEY,
    prev       TEXT    NOT NULL,
    hash       TEXT    NOT NULL,
    entry      TEXT    NOT NULL,
    ended_at   BIGINT  NOT NULL,
    user_id    INTEGER NOT NULL,
    tool       TEXT    NOT NULL,
    decision   TEXT    NOT NULL
);

CREATE INDEX audit_lines_by_user ON audit_lines (user_id, seq);
CREATE INDEX audit_lines_by_tool ON audit_lines (tool, seq);
CREATE INDEX audit_lines_by_time ON audit_lines (ended_at, seq);

-- One row: the last line. Who adds or removes lines locks it first.
CREATE TABLE audit_head (
    id   INTEGER PRIMARY KEY,
    seq  BIGINT  NOT NULL,
    hash TEXT    NOT NULL
);

INSERT INTO audit_head (id, seq, hash)
VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');

-- Up to which line each outbox is kept, and the hash of that line.
CREATE TABLE audit_sources (
    source  TEXT   PRIMARY KEY,
    through BIGINT NOT NULL,
    hash    TEXT   NOT NULL
);
