-- +goose Up

-- Where the city is: its country, empty if unknown, and its position in degrees. Profiles of before have a city's name alone.
ALTER TABLE users ADD COLUMN country TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN latitude DOUBLE PRECISION;
ALTER TABLE users ADD COLUMN longitude DOUBLE PRECISION;
