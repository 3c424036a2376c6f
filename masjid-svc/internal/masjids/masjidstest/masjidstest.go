// Package masjidstest makes up masjids, for tests and benchmarks that need many.
package masjidstest

import (
	"math/rand/v2"
	"strconv"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

// syllables make names that no list has.
var (
	first = []string{"Bait", "Noor", "Rah", "Mus", "Sid", "Far", "Mad", "Mak", "Qub", "Aqs", "Tay", "Hid", "Fais", "Ghaus", "Kar", "Iqr"}
	last  = []string{"man", "tafa", "dique", "ooq", "ina", "ki", "a", "yaba", "aya", "al", "ia", "eem", "ullah", "abad", "ani", "ar"}
)

// Many returns masjids with made-up names all over Karachi, always the same, numbered from 1.
func Many(places *gazetteer.Gazetteer, n int) []masjids.Masjid {
	random := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		return first[random.IntN(len(first))] + last[random.IntN(len(last))] + last[random.IntN(len(last))]
	}
	areas := places.Areas()
	all := make([]masjids.Masjid, n)
	for i := range all {
		all[i] = masjids.Masjid{
			ID: int32(i + 1), Source: "made up", SourceRef: strconv.Itoa(i + 1), Name: "Jamia Masjid " + word() + " " + word(),
			NameUrdu: "جامع مسجد", City: "Karachi", Area: areas[random.IntN(len(areas))].Name, Latitude: 24.8 + random.Float64()*0.3,
			Longitude: 66.9 + random.Float64()*0.4, Accuracy: masjids.Exact, Timezone: "Asia/Karachi",
		}
	}
	return all
}
