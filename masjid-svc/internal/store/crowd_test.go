package store

import (
	"context"
	"database/sql"
	"fmt"
	"testing"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// inOnePlace returns a record of a masjid within ten metres of a point.
func inOnePlace(n int, name string) masjids.Record {
	r := masjids.Whole(masjids.Masjid{
		Source: "OpenStreetMap", SourceRef: fmt.Sprintf("node/%08d", n), Licence: "ODbL-1.0", Name: name, City: "Karachi",
		Latitude: 24.9333 + float64(n%10)*1e-5, Longitude: 67.0392 + float64(n/10%10)*1e-5, Accuracy: masjids.Exact,
		Timezone: "Asia/Karachi",
	})
	r.MayRepeat = true
	return r
}

// looked returns how many records an import of many in one place compared, and their outcomes.
func looked(t *testing.T, kept *Store, from, until int, named func(n int) string) (count int, became map[masjids.Outcome]int) {
	t.Helper()
	became = map[masjids.Outcome]int{}
	err := kept.Import(t.Context(), func(in masjids.Intake) error {
		for n := from; n < until; n++ {
			outcome, err := in.Add(inOnePlace(n, named(n)))
			if err != nil {
				return err
			}
			became[outcome]++
		}
		count = in.(intake).looked
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return count, became
}

// letters returns a word for a number. Words of different numbers are very different.
func letters(n int) string {
	word := ""
	for range 6 {
		word += string(rune('a'+n%7)) + string(rune('a'+n%7)) + string(rune('a'+n%7))
		n /= 7
	}
	return word
}

// A record is compared with a bounded number of the records in its place, so that four times as many cost four times as
// much.
func TestRecordsInOnePlaceAreComparedInLinearTime(t *testing.T) {
	for name, c := range map[string]struct {
		named func(n int) string
		added int // of a thousand
	}{
		"of one name":            {func(int) string { return "Jamia Masjid Noor" }, 1},
		"of names that are near": {func(n int) string { return "Masjid Noor" + string(rune('a'+n%26)) }, 1},
		"of names in numbers":    {func(n int) string { return fmt.Sprintf("Masjid Block %d", n) }, 1000},
		"of other names":         {func(n int) string { return "Masjid " + letters(n) }, 1000},
		"that say nothing":       {func(int) string { return "Masjid" }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			kept := New(sqltest.SQLite().Open(t, Schema()))
			first, became := looked(t, kept, 0, 1000, c.named)
			if became[masjids.Added] != c.added || became[masjids.Added]+became[masjids.Merged] != 1000 {
				t.Errorf("became %v, want %d added", became, c.added)
			}
			next, _ := looked(t, kept, 1000, 2000, c.named)
			if next > first*5/4 || next > 1000*3*(crowded+tellingParts) {
				t.Errorf("the first thousand were compared with %d records, the next with %d", first, next)
			}
			again, became := looked(t, kept, 0, 1000, c.named)
			if again > 1000*tellingParts || became[masjids.Unchanged] != 1000 {
				t.Errorf("again they were compared with %d records and became %v", again, became)
			}
		})
	}
}

// Where very many records are in one place, the same name is still found, however it is written, and a similar name is
// another masjid's.
func TestInACrowdTheSameNameIsFound(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		kept := New(engine.Open(t, Schema()))
		looked(t, kept, 0, 200, func(n int) string { return "Masjid " + letters(n) })
		names := []string{"Jamia Masjid Bait-ul-Mukarram", "Baitul  Mukarram Mosque", "Masjid Baitul Mukarrem", "جامع مسجد نمونہ", "مسجد نمونه"}
		_, became := looked(t, kept, 200, 200+len(names), func(n int) string { return names[n-200] })
		if became[masjids.Added] != 3 || became[masjids.Merged] != 2 {
			t.Errorf("became %v, want 3 added and 2 merged", became)
		}
	})
}

// Names stored by an earlier version get their keys at the next import.
func TestNamesOfAnEarlierVersionAreKeyed(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		db := engine.Open(t, Schema())
		kept := New(db)
		looked(t, kept, 0, 1200, func(n int) string { return "Masjid " + letters(n) })
		err := db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE masjids SET name_key = '?', urdu_key = '?', cell = -1`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, became := looked(t, kept, 5000, 5001, func(int) string { return letters(1100) + " Mosque" }); became[masjids.Merged] != 1 {
			t.Errorf("became %v, want one merged", became)
		}
	})
}

// BenchmarkInOnePlace imports as many masjids as there are iterations into one place. The cost of one does not grow
// with their number.
func BenchmarkInOnePlace(b *testing.B) {
	for _, engine := range []sqltest.Engine{sqltest.SQLite(), sqltest.Postgres()} {
		for name, named := range map[string]func(int) string{
			"one_name": func(int) string { return "Masjid Noor" }, "other_names": func(n int) string { return "Masjid " + letters(n) },
		} {
			for _, size := range []int{2_500, 10_000} {
				b.Run(fmt.Sprintf("%s/%s/%d", engine.Kind(), name, size), func(b *testing.B) {
					for b.Loop() {
						b.StopTimer()
						kept := New(engine.Open(b, Schema()))
						b.StartTimer()
						err := kept.Import(b.Context(), func(in masjids.Intake) error {
							for n := range size {
								if _, err := in.Add(inOnePlace(n, named(n))); err != nil {
									return err
								}
							}
							return nil
						})
						if err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*size), "µs/record")
				})
			}
		}
	}
}
