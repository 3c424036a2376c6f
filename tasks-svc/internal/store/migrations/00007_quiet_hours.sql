-- +goose Up

-- The hours in which users are not reminded of what is due at no time of its own, in minutes of the day. Whoever has no row has the default.
CREATE TABLE quiet_hours (
    user_id     INTEGER  PRIMARY KEY,
    quiet_from  SMALLINT NOT NULL,
    quiet_until SMALLINT NOT NULL
);
