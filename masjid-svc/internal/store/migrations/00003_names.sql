-- +goose Up

-- What tells a masjid's name from others, and its name in Urdu: '' is nothing, '?' not known yet. Where very many stand in one
-- place, a masjid is found by it without looking at the others.
ALTER TABLE masjids ADD COLUMN name_key TEXT NOT NULL DEFAULT '?';
ALTER TABLE masjids ADD COLUMN urdu_key TEXT NOT NULL DEFAULT '?';
CREATE INDEX masjids_name_key ON masjids (name_key, cell, id);
CREATE INDEX masjids_urdu_key ON masjids (urdu_key, cell, id);

-- The first records of a masjid that is made of several, without looking at the others.
CREATE INDEX masjid_parts_first ON masjid_parts (id, source, source_ref);
DROP INDEX masjid_parts_id;
