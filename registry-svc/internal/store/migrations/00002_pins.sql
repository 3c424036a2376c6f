-- +goose Up
-- The definitions that are remembered, by service and version. Each has its content here, because a registry of an older
-- version drops what it does not know to be needed from registry_definitions.
CREATE TABLE registry_pins (
	hash TEXT PRIMARY KEY,
	service TEXT COLLATE "C" NOT NULL,
	version TEXT COLLATE "C" NOT NULL,
	tools TEXT NOT NULL, -- the names, with commas between them
	state TEXT NOT NULL CHECK (state IN ('accepted', 'quarantined', 'rejected')),
	since BIGINT NOT NULL,
	host TEXT NOT NULL,
	decided_by TEXT NOT NULL DEFAULT '',
	decided_at BIGINT NOT NULL DEFAULT 0, -- 0 while nothing is decided
	reason TEXT NOT NULL DEFAULT '',
	content BYTEA NOT NULL -- a salaatflow.registry.v1.Definition
);
CREATE INDEX registry_pins_version ON registry_pins (service, version);
