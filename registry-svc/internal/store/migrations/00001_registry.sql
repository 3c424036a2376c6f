-- +goose Up
-- Times are nanoseconds since 1970, by the database's clock.

-- One row, which whoever changes anything but the end of a lease locks first.
CREATE TABLE registry_state (
	id SMALLINT PRIMARY KEY CHECK (id = 1),
	history TEXT NOT NULL,
	revision BIGINT NOT NULL,
	settled BOOLEAN NOT NULL,
	beat BIGINT NOT NULL, -- when a registry ran last, or 0
	checker TEXT NOT NULL, -- the registry that checks the health of all instances
	checker_until BIGINT NOT NULL
);
INSERT INTO registry_state VALUES (1, replace(gen_random_uuid()::text, '-', ''), 0, FALSE, 0, '', 0);

CREATE TABLE registry_definitions (
	hash TEXT PRIMARY KEY,
	content BYTEA NOT NULL -- a salaatflow.registry.v1.Definition
);

CREATE TABLE registry_registrations (
	lease_id TEXT PRIMARY KEY,
	service TEXT COLLATE "C" NOT NULL,
	instance_id TEXT COLLATE "C" NOT NULL,
	address TEXT NOT NULL,
	definition_hash TEXT NOT NULL REFERENCES registry_definitions,
	host TEXT NOT NULL,
	trusted BOOLEAN NOT NULL,
	since BIGINT NOT NULL,
	expires BIGINT NOT NULL,
	renewed BOOLEAN NOT NULL DEFAULT FALSE,
	silent BOOLEAN NOT NULL DEFAULT FALSE,
	not_serving BOOLEAN NOT NULL DEFAULT FALSE,
	lost BOOLEAN NOT NULL DEFAULT FALSE,
	UNIQUE (service, instance_id)
);

-- The instances of the catalogue at registry_state.revision.
CREATE TABLE registry_published (
	service TEXT NOT NULL,
	instance_id TEXT NOT NULL,
	address TEXT NOT NULL,
	definition_hash TEXT NOT NULL REFERENCES registry_definitions,
	PRIMARY KEY (service, instance_id)
);

-- The last changes of the catalogue. What was added or removed is an instance, or a definition where service is empty.
CREATE TABLE registry_changes (
	revision BIGINT PRIMARY KEY,
	added BOOLEAN NOT NULL,
	service TEXT NOT NULL,
	instance_id TEXT NOT NULL,
	address TEXT NOT NULL,
	definition_hash TEXT NOT NULL
);
