-- +goose Up

-- attribution is how the source of a record wants to be named; empty where that is the source's name. cell is the square of
-- a thousandth of a degree that a masjid stands in, for records of one masjid to be found; -1 is not known.
ALTER TABLE masjids ADD COLUMN attribution TEXT NOT NULL DEFAULT '';
ALTER TABLE masjids ADD COLUMN cell BIGINT NOT NULL DEFAULT -1;
CREATE INDEX masjids_cell ON masjids (cell);

-- The first and the last date of a masjid's own timetable, empty without one.
ALTER TABLE masjids ADD COLUMN timetable_from TEXT NOT NULL DEFAULT '';
ALTER TABLE masjids ADD COLUMN timetable_until TEXT NOT NULL DEFAULT '';

-- The records of masjids that were made of several; id is the masjid's.
CREATE TABLE masjid_parts (
    id          INTEGER          NOT NULL REFERENCES masjids (id),
    source      TEXT             NOT NULL,
    source_ref  TEXT             NOT NULL,
    licence     TEXT             NOT NULL,
    attribution TEXT             NOT NULL,
    name        TEXT             NOT NULL,
    name_urdu   TEXT             NOT NULL,
    area        TEXT             NOT NULL,
    city        TEXT             NOT NULL,
    address     TEXT             NOT NULL,
    latitude    DOUBLE PRECISION NOT NULL,
    longitude   DOUBLE PRECISION NOT NULL,
    accuracy    TEXT             NOT NULL,
    timezone    TEXT             NOT NULL,
    phone       TEXT             NOT NULL,
    website     TEXT             NOT NULL,
    imam        TEXT             NOT NULL,
    women_area  SMALLINT         NOT NULL,
    wheelchair  SMALLINT         NOT NULL,
    parking     SMALLINT         NOT NULL,
    wudu        SMALLINT         NOT NULL,
    jamaat      TEXT             NOT NULL,
    PRIMARY KEY (source, source_ref)
);
CREATE INDEX masjid_parts_id ON masjid_parts (id);

-- Masjids' own timetables. day is YYYY-MM-DD; times are such as "fajr=05:33; fajr_jamaat=06:00".
CREATE TABLE timetables (
    masjid_id INTEGER NOT NULL REFERENCES masjids (id),
    day       TEXT    NOT NULL,
    times     TEXT    NOT NULL,
    PRIMARY KEY (masjid_id, day)
);
