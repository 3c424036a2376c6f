package directory_test

import (
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/directory"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids/masjidstest"
	"github.com/salaatflow/platform/masjid-svc/internal/store"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// BenchmarkFind measures each kind of search among 100,000 masjids, or 1,000 with -short: in the index alone, and with
// the ten masjids that were found read from the database.
func BenchmarkFind(b *testing.B) {
	places, err := gazetteer.New()
	if err != nil {
		b.Fatal(err)
	}
	size := 100_000
	if testing.Short() {
		size = 1_000
	}
	all := masjidstest.Many(places, size)
	for name, engine := range map[string]sqltest.Engine{"sqlite": sqltest.SQLite(), "postgres": sqltest.Postgres()} {
		b.Run(name, func(b *testing.B) {
			d := filled(b, engine, places, all)
			for kind, selection := range selections(all) {
				b.Run(kind, func(b *testing.B) { benchmarkFind(b, d, selection) })
			}
		})
	}
}

func selections(all []masjids.Masjid) map[string]directory.Selection {
	latitude, longitude, radius := 24.9, 67.1, 2.0
	misspelt := []rune(all[777].Name)
	misspelt[len("Jamia Masjid ")+4] = 'x'
	return map[string]directory.Selection{
		"name":     {Text: all[777].Name, Limit: 10},
		"misspelt": {Text: string(misspelt), Limit: 10},
		"area":     {Text: "gulshan", Limit: 10},
		"urdu":     {Text: "نارتھ ناظم آباد", Limit: 10},
		"both":     {Text: "noor north nazimabad", Limit: 10},
		"list":     {Area: "North Nazimabad", Limit: 10},
		"radius":   {Latitude: &latitude, Longitude: &longitude, RadiusKM: &radius, Limit: 10},
		"nearest":  {Latitude: &latitude, Longitude: &longitude, Limit: 10},
	}
}

func filled(b *testing.B, engine sqltest.Engine, places *gazetteer.Gazetteer, all []masjids.Masjid) *directory.Directory {
	b.Helper()
	db := engine.Open(b, store.Schema())
	d := directory.New(directory.Options{
		Store: store.New(db), Places: places, Clock: clock.System(), Logger: slog.New(slog.DiscardHandler), Refresh: time.Hour, Defaults: all,
	})
	if err := d.Load(b.Context()); err != nil {
		b.Fatal(err)
	}
	if db.Engine() == sqlstore.PostgreSQL { // as autovacuum does in time
		if _, err := db.Reader().ExecContext(b.Context(), "ANALYZE masjids"); err != nil {
			b.Fatal(err)
		}
	}
	return d
}

// benchmarkFind also reports the median, on which other work on the machine has little effect.
func benchmarkFind(b *testing.B, d *directory.Directory, selection directory.Selection) {
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		found, err := d.Find(b.Context(), selection)
		if err != nil || len(found.Masjids) == 0 {
			b.Fatalf("found %d, %v", len(found.Masjids), err)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2]), "ns/median")
}
