-- +goose Up

-- One row: how often masjids have changed, and the last number that was given to one.
CREATE TABLE masjid_state (
    id       INTEGER PRIMARY KEY,
    revision BIGINT  NOT NULL,
    last_id  INTEGER NOT NULL
);
INSERT INTO masjid_state (id, revision, last_id) VALUES (1, 0, 0);

-- Texts are empty where nothing is known. women_area, wheelchair, parking and wudu are 0 unknown, 1 no, 2 yes. jamaat is
-- rules such as "fajr=05:45; maghrib=+5".
CREATE TABLE masjids (
    id         INTEGER          PRIMARY KEY,
    source     TEXT             NOT NULL,
    source_ref TEXT             NOT NULL,
    licence    TEXT             NOT NULL,
    name       TEXT             NOT NULL,
    name_urdu  TEXT             NOT NULL,
    area       TEXT             NOT NULL,
    city       TEXT             NOT NULL,
    address    TEXT             NOT NULL,
    latitude   DOUBLE PRECISION NOT NULL,
    longitude  DOUBLE PRECISION NOT NULL,
    accuracy   TEXT             NOT NULL,
    timezone   TEXT             NOT NULL,
    phone      TEXT             NOT NULL,
    website    TEXT             NOT NULL,
    imam       TEXT             NOT NULL,
    women_area SMALLINT         NOT NULL,
    wheelchair SMALLINT         NOT NULL,
    parking    SMALLINT         NOT NULL,
    wudu       SMALLINT         NOT NULL,
    jamaat     TEXT             NOT NULL
);
CREATE UNIQUE INDEX masjids_source ON masjids (source, source_ref);
