package store

import (
	"fmt"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
	"github.com/salaatflow/platform/services/webaddress"
)

// columns are those that masjids and their parts have in common.
const columns = `id, source, source_ref, licence, attribution, name, name_urdu, area, city, address, latitude, longitude,
	accuracy, timezone, phone, website, imam, women_area, wheelchair, parking, wudu, jamaat`

const (
	selectMasjid = `SELECT ` + columns + `, timetable_from, timetable_until FROM masjids`
	selectPart   = `SELECT ` + columns + `, '', '' FROM masjid_parts`

	placeholders = `$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22`
	insertMasjid = `INSERT INTO masjids (` + columns + `, cell, name_key, urdu_key) VALUES (` + placeholders + `, $23, $24, $25)`
	insertPart   = `INSERT INTO masjid_parts (` + columns + `) VALUES (` + placeholders + `)`

	assignments = `licence = $4, attribution = $5, name = $6, name_urdu = $7, area = $8, city = $9, address = $10,
	latitude = $11, longitude = $12, accuracy = $13, timezone = $14, phone = $15, website = $16, imam = $17, women_area = $18,
	wheelchair = $19, parking = $20, wudu = $21, jamaat = $22`
	updateMasjid = `UPDATE masjids SET ` + assignments +
		`, cell = $23, name_key = $24, urdu_key = $25 WHERE id = $1 AND source = $2 AND source_ref = $3`
	updatePart = `UPDATE masjid_parts SET ` + assignments + ` WHERE id = $1 AND source = $2 AND source_ref = $3`
)

func values(m masjids.Masjid) []any {
	f := m.Facilities
	return []any{
		m.ID, m.Source, m.SourceRef, m.Licence, m.Attribution, m.Name, m.NameUrdu, m.Area, m.City, m.Address, m.Latitude,
		m.Longitude, string(m.Accuracy), m.Timezone, m.Phone, m.Website, m.Imam, int16(f.WomenArea), int16(f.Wheelchair),
		int16(f.Parking), int16(f.Wudu), masjids.FormatJamaat(m.Jamaat),
	}
}

// scan reads the columns of a *sql.Row or *sql.Rows.
func scan(row interface{ Scan(...any) error }) (masjids.Masjid, error) {
	var m masjids.Masjid
	var jamaat, from, until string
	f := &m.Facilities
	err := row.Scan(&m.ID, &m.Source, &m.SourceRef, &m.Licence, &m.Attribution, &m.Name, &m.NameUrdu, &m.Area, &m.City,
		&m.Address, &m.Latitude, &m.Longitude, &m.Accuracy, &m.Timezone, &m.Phone, &m.Website, &m.Imam, &f.WomenArea,
		&f.Wheelchair, &f.Parking, &f.Wudu, &jamaat, &from, &until)
	if err != nil {
		return masjids.Masjid{}, fmt.Errorf("read a masjid: %w", err)
	}
	if webaddress.Check(m.Website) != nil {
		m.Website = "" // an earlier version accepted any text
	}
	if m.Jamaat, err = masjids.ParseJamaat(jamaat); err != nil {
		return masjids.Masjid{}, fmt.Errorf("read masjid %d: %w", m.ID, err)
	}
	if from == "" {
		return m, nil
	}
	if m.TimetableFrom, err = prayertime.ParseDate(from); err == nil {
		m.TimetableUntil, err = prayertime.ParseDate(until)
	}
	if err != nil {
		return masjids.Masjid{}, fmt.Errorf("read masjid %d: %w", m.ID, err)
	}
	return m, nil
}
