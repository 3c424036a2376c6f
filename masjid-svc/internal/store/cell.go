package store

import (
	"math"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

// Cells are squares of a thousandth of a degree, numbered from the south pole northwards, and in each row eastwards.
const (
	cellsPerDegree = 1000
	cellsInRow     = 360*cellsPerDegree + 1
)

func row(latitude float64) int64     { return int64((latitude + 90) * cellsPerDegree) }
func column(longitude float64) int64 { return int64((longitude + 180) * cellsPerDegree) }

func cellOf(m masjids.Masjid) int64 { return row(m.Latitude)*cellsInRow + column(m.Longitude) }

// cellsAround returns the first and the last cell, in each of three rows, of those that may hold a masjid that is
// masjids.Alike. It ignores the date line, where no masjid is.
func cellsAround(m masjids.Masjid) []any {
	const degrees = masjids.AlikeWithin / 110_000.0 // a little more than there are, north or south
	aside := min(1, degrees/max(0.001, math.Cos(m.Latitude*math.Pi/180)))
	west, east := column(max(-180, m.Longitude-aside)), column(min(180, m.Longitude+aside))
	var cells []any
	for _, latitude := range []float64{m.Latitude - degrees, m.Latitude, m.Latitude + degrees} {
		first := row(max(-90, min(90, latitude))) * cellsInRow
		cells = append(cells, first+west, first+east)
	}
	return cells
}
