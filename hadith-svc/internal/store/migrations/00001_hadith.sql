-- +goose Up

CREATE TABLE collections (
    key         TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    name_arabic TEXT NOT NULL,
    name_urdu   TEXT NOT NULL,
    numbering   TEXT NOT NULL,
    licence     TEXT NOT NULL,
    source_url  TEXT NOT NULL
);

-- Texts are empty, and book is 0, where there is none. citations and topics are JSON arrays. Ids are from 1, without gaps.
CREATE TABLE hadiths (
    id              INTEGER PRIMARY KEY,
    collection      TEXT    NOT NULL REFERENCES collections (key),
    number          TEXT    NOT NULL,
    position        BIGINT  NOT NULL,
    book            INTEGER NOT NULL,
    text_arabic     TEXT    NOT NULL,
    text_english    TEXT    NOT NULL,
    text_urdu       TEXT    NOT NULL,
    narrator        TEXT    NOT NULL,
    narrator_arabic TEXT    NOT NULL,
    narrator_urdu   TEXT    NOT NULL,
    grade           TEXT    NOT NULL,
    graded_by       TEXT    NOT NULL,
    citations       TEXT    NOT NULL,
    topics          TEXT    NOT NULL
);
CREATE UNIQUE INDEX hadiths_number ON hadiths (collection, number);
CREATE INDEX hadiths_list ON hadiths (collection, position, id);

-- What hadiths can be chosen by. rank counts the hadiths of a label from 0, without gaps, so that one of them is picked
-- without looking at the others; it is -1 while an import runs.
CREATE TABLE labels (
    label     TEXT    NOT NULL,
    hadith_id INTEGER NOT NULL REFERENCES hadiths (id),
    rank      INTEGER NOT NULL,
    PRIMARY KEY (label, hadith_id)
);
CREATE INDEX labels_rank ON labels (label, rank, hadith_id);
CREATE INDEX labels_hadith ON labels (hadith_id);

-- How the library has grown: from a day on (days since 1970) it has so many hadiths. Days before stay as they were.
CREATE TABLE epochs (
    from_day INTEGER PRIMARY KEY,
    size     INTEGER NOT NULL
);

-- Days (since 1970) whose hadith an administrator has set. set_at is milliseconds since 1970, UTC.
CREATE TABLE chosen_days (
    day       INTEGER PRIMARY KEY,
    hadith_id INTEGER NOT NULL REFERENCES hadiths (id),
    set_by    INTEGER NOT NULL,
    set_at    BIGINT  NOT NULL
);

-- One row, which writers change first: they take turns.
CREATE TABLE library (
    id       INTEGER PRIMARY KEY,
    revision BIGINT NOT NULL
);
INSERT INTO library (id, revision) VALUES (1, 0);
