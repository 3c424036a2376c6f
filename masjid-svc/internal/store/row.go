package store

import (
	"fmt"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

const columns = `id, source, source_ref, licence, name, name_urdu, area, city, address, latitude, longitude, accuracy, timezone,
	phone, website, imam, women_area, wheelchair, parking, wudu, jamaat`

const insertMasjid = `INSERT INTO masjids (` + columns + `)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`

const updateMasjid = `UPDATE masjids SET source = $2, source_ref = $3, licence = $4, name = $5, name_urdu = $6, area = $7,
	city = $8, address = $9, latitude = $10, longitude = $11, accuracy = $12, timezone = $13, phone = $14, website = $15,
	imam = $16, women_area = $17, wheelchair = $18, parking = $19, wudu = $20, jamaat = $21
	WHERE id = $1`

func values(m masjids.Masjid) []any {
	f := m.Facilities
	return []any{
		m.ID, m.Source, m.SourceRef, m.Licence, m.Name, m.NameUrdu, m.Area, m.City, m.Address, m.Latitude, m.Longitude,
		string(m.Accuracy), m.Timezone, m.Phone, m.Website, m.Imam, int16(f.WomenArea), int16(f.Wheelchair),
		int16(f.Parking), int16(f.Wudu), masjids.FormatJamaat(m.Jamaat),
	}
}

// scan reads the columns of a *sql.Row or *sql.Rows.
func scan(row interface{ Scan(...any) error }) (masjids.Masjid, error) {
	var m masjids.Masjid
	var jamaat string
	f := &m.Facilities
	err := row.Scan(&m.ID, &m.Source, &m.SourceRef, &m.Licence, &m.Name, &m.NameUrdu, &m.Area, &m.City, &m.Address,
		&m.Latitude, &m.Longitude, &m.Accuracy, &m.Timezone, &m.Phone, &m.Website, &m.Imam, &f.WomenArea, &f.Wheelchair,
		&f.Parking, &f.Wudu, &jamaat)
	if err != nil {
		return masjids.Masjid{}, fmt.Errorf("read a masjid: %w", err)
	}
	if m.Jamaat, err = masjids.ParseJamaat(jamaat); err != nil {
		return masjids.Masjid{}, fmt.Errorf("read masjid %d: %w", m.ID, err)
	}
	return m, nil
}
