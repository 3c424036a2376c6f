-- +goose Up

-- First days of Hijri months that administrators announced. first_day is YYYY-MM-DD, announced_at RFC 3339 in UTC; source is ''
-- where none was given.
CREATE TABLE moon_announcements (
    country TEXT NOT NULL,
    hijri_year INTEGER NOT NULL,
    hijri_month INTEGER NOT NULL,
    first_day TEXT NOT NULL,
    source TEXT NOT NULL,
    announced_by INTEGER NOT NULL,
    announced_at TEXT NOT NULL,
    PRIMARY KEY (country, hijri_year, hijri_month)
);
