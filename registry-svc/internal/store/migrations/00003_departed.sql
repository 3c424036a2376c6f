-- +goose Up
-- What the last health check found wrong with an instance.
ALTER TABLE registry_registrations ADD COLUMN error TEXT NOT NULL DEFAULT '';

-- Instances that are registered no more, for a day.
CREATE TABLE registry_departed (
	service TEXT COLLATE "C" NOT NULL,
	instance_id TEXT COLLATE "C" NOT NULL,
	address TEXT NOT NULL,
	definition_hash TEXT NOT NULL,
	version TEXT NOT NULL,
	host TEXT NOT NULL,
	tools TEXT NOT NULL, -- the names, with commas between them
	since BIGINT NOT NULL,
	at BIGINT NOT NULL,
	stopped BOOLEAN NOT NULL,
	error TEXT NOT NULL,
	PRIMARY KEY (service, instance_id)
);
