-- +goose Up

-- Times are milliseconds since 1970, UTC. Texts are empty, and preferred_masjid_id 0, where nothing is given.
CREATE TABLE users (
    id                  INTEGER PRIMARY KEY,
    display_name        TEXT    NOT NULL,
    email               TEXT    NOT NULL,
    language            TEXT    NOT NULL,
    city                TEXT    NOT NULL,
    area                TEXT    NOT NULL,
    timezone            TEXT    NOT NULL,
    preferred_masjid_id INTEGER NOT NULL,
    asr_school          TEXT    NOT NULL,
    created_at          BIGINT  NOT NULL,
    updated_at          BIGINT  NOT NULL
);
