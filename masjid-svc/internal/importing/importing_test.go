package importing_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/directory"
	"github.com/salaatflow/platform/masjid-svc/internal/exchange"
	"github.com/salaatflow/platform/masjid-svc/internal/importing"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/internal/store"
	"github.com/salaatflow/platform/masjid-svc/internal/zones"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const sample = "../exchange/testdata/overpass.json"

func fresh(t *testing.T) masjids.Store {
	t.Helper()
	return store.New(sqltest.SQLite().Open(t, store.Schema()))
}

func reader(t *testing.T) exchange.Reader {
	t.Helper()
	places, err := gazetteer.New()
	if err != nil {
		t.Fatal(err)
	}
	return exchange.Reader{Places: places, Zone: zones.At, Source: "operator", Licence: "CC0-1.0"}
}

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

type tally = map[masjids.Outcome]int

func importAll(t *testing.T, kept masjids.Store, options importing.Options, want tally, skipped int, files ...string) importing.Report {
	t.Helper()
	report, err := importing.Masjids(t.Context(), kept, reader(t), files, options)
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(report.Outcomes, want) || report.Problems.Count != skipped {
		t.Fatalf("report %+v, want %v and %d skipped", report, want, skipped)
	}
	return report
}

func names(t *testing.T, kept masjids.Store) string {
	t.Helper()
	var all []string
	if err := kept.Each(t.Context(), func(m masjids.Masjid) error {
		all = append(all, m.Name)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, "; ")
}

func TestAnImportMayBeRepeated(t *testing.T) {
	kept := fresh(t)
	last := map[string]bool{}
	progress := func(path string, read, size int64) { last[path] = read == size }
	report := importAll(t, kept, importing.Options{Progress: progress}, tally{masjids.Added: 3, masjids.Merged: 1}, 6, sample)
	if !last[sample] || report.Files[0].Format != exchange.Overpass ||
		!strings.HasPrefix(report.Problems.First[0], "overpass.json, element 4") {
		t.Errorf("progress %v, report %+v", last, report)
	}
	importAll(t, kept, importing.Options{}, tally{masjids.Unchanged: 4}, 6, sample)
	if got := names(t, kept); got != "Jamia Masjid Namoona; Masjid Example; مسجد بلال" {
		t.Errorf("kept %s", got)
	}
}

// What an operator adds to others' records survives their next import.
func TestAnOperatorsOwnStay(t *testing.T) {
	kept := fresh(t)
	importAll(t, kept, importing.Options{}, tally{masjids.Added: 3, masjids.Merged: 1}, 6, sample)
	own := file(t, "own.csv",
		"source,ref,imam,jamaat,licence,attribution\nOpenStreetMap,node/1000000001,N. N.,fajr=05:45,ODbL-1.0 and ours,we and they\n"+
			"OpenStreetMap,way/2000000001,,,,\nOpenStreetMap,node/5,,,,\n")
	report := importAll(t, kept, importing.Options{}, tally{masjids.Changed: 1, masjids.Unchanged: 1}, 1, own)
	if !strings.Contains(report.Problems.First[0], "it has no name") {
		t.Errorf("skipped %q", report.Problems.First)
	}
	got, err := kept.Get(t.Context(), []int32{1})
	if err != nil || got[0].Imam != "N. N." || got[0].Name != "Jamia Masjid Namoona" || got[0].Licence != "ODbL-1.0 and ours" {
		t.Fatalf("%+v, %v", got, err)
	}
	rules := file(t, "rules.csv", "masjid_id,jamaat\n1,fajr=05:50; jummah=13:30\n99,fajr=05:50\n")
	importAll(t, kept, importing.Options{}, tally{masjids.Changed: 1}, 1, rules)
	importAll(t, kept, importing.Options{}, tally{masjids.Changed: 1, masjids.Unchanged: 3}, 6, sample) // its own licence again
	got, err = kept.Get(t.Context(), []int32{1})
	if err != nil || got[0].Imam != "N. N." || masjids.FormatJamaat(got[0].Jamaat) != "fajr=05:50; jummah=13:30" {
		t.Errorf("%+v, %v", got, err)
	}
}

// putDefaults adds the masjids that come with the program, and returns their number.
func putDefaults(t *testing.T, kept masjids.Store) int {
	t.Helper()
	places, err := gazetteer.New()
	if err != nil {
		t.Fatal(err)
	}
	defaults, err := exchange.Karachi(places)
	if err == nil {
		err = directory.PutAll(t.Context(), kept, defaults)
	}
	if err != nil {
		t.Fatal(err)
	}
	return len(defaults)
}

// A masjid of the data set that comes with the program is not listed twice after an import of OpenStreetMap.
func TestOpenStreetMapDoesNotDoubleTheDefaults(t *testing.T) {
	kept := fresh(t)
	defaults := putDefaults(t, kept)
	osm := file(t, "osm.json", `{"elements": [
		{"type": "way", "id": 1, "center": {"lat": 24.9312, "lon": 67.0901},
		 "tags": {"religion": "muslim", "name": "Baitul Mukarram Jama Masjid", "phone": "1"}},
		{"type": "node", "id": 2, "lat": 24.9313, "lon": 67.0902, "tags": {"religion": "muslim", "name": "Bait-ul-Mukarram"}},
		{"type": "node", "id": 3, "lat": 24.8515, "lon": 67.0003,
		 "tags": {"religion": "muslim", "name": "نیو میمن مسجد", "name:en": "New Memon Masjid Bolton Market"}},
		{"type": "node", "id": 4, "lat": 24.87, "lon": 67.06, "tags": {"religion": "muslim", "name": "Masjid Quba"}}]}`)
	for _, dryRun := range []bool{true, false} {
		report := importAll(t, kept, importing.Options{DryRun: dryRun}, tally{masjids.Added: 1, masjids.Merged: 3}, 0, osm)
		if len(report.Joined) != 2 || report.Joined[0].To.Name != "New Memon Masjid" || report.Joined[1].To.Name != "Baitul Mukarram Masjid" {
			t.Errorf("joined %+v", report.Joined)
		}
	}
	if got := strings.Count(names(t, kept), ";") + 1; got != defaults+1 {
		t.Errorf("%d are kept of %d and one", got, defaults)
	}
	importAll(t, kept, importing.Options{}, tally{masjids.Unchanged: 4}, 0, osm)
}

func TestADryRunReportsAndChangesNothing(t *testing.T) {
	kept := fresh(t)
	importAll(t, kept, importing.Options{DryRun: true}, tally{masjids.Added: 3, masjids.Merged: 1}, 6, sample)
	if got := names(t, kept); got != "" {
		t.Errorf("kept %s", got)
	}
	if revision, err := kept.Revision(t.Context()); err != nil || revision != 0 {
		t.Errorf("revision %d, %v", revision, err)
	}
}

func TestABrokenFileChangesNothing(t *testing.T) {
	whole, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"cut":          file(t, "masjids.json", string(whole[:len(whole)-5])),
		"of no format": file(t, "masjids.csv", "what is this\n"),
		"not there":    filepath.Join(t.TempDir(), "masjids.csv"),
	} {
		t.Run(name, func(t *testing.T) {
			kept := fresh(t)
			_, err := importing.Masjids(t.Context(), kept, reader(t), []string{sample, path}, importing.Options{})
			if err == nil || !strings.Contains(err.Error(), "masjids.") {
				t.Errorf("error = %v, want one that names the file", err)
			}
			if got := names(t, kept); got != "" {
				t.Errorf("kept %s", got)
			}
		})
	}
}

func TestWhatIsExportedIsImportedUnchanged(t *testing.T) {
	kept := fresh(t)
	importAll(t, kept, importing.Options{}, tally{masjids.Added: 3, masjids.Merged: 1}, 6, sample)
	own := file(t, "own.csv", "ref,name,city,area,jamaat,wheelchair\n1,Masjid A,Karachi,Clifton,fajr=+20; isha@2026-02-18..=21:00,yes\n")
	importAll(t, kept, importing.Options{}, tally{masjids.Added: 1}, 0, own)
	for name, open := range map[string]func(*bytes.Buffer) (exchange.Writer, error){
		"all.csv":     func(to *bytes.Buffer) (exchange.Writer, error) { return exchange.NewCSVWriter(to) },
		"all.geojson": func(to *bytes.Buffer) (exchange.Writer, error) { return exchange.NewGeoJSONWriter(to) },
	} {
		export := func(kept masjids.Store) string {
			var text bytes.Buffer
			writer, err := open(&text)
			if err != nil {
				t.Fatal(err)
			}
			if count, err := importing.Export(t.Context(), kept, writer, func(masjids.Masjid) bool { return true }); err != nil || count != 4 {
				t.Fatalf("%d, %v", count, err)
			}
			return text.String()
		}
		text := export(kept)
		path := file(t, name, text)
		importAll(t, kept, importing.Options{}, tally{masjids.Unchanged: 4}, 0, path)
		other := fresh(t)
		importAll(t, other, importing.Options{}, tally{masjids.Added: 4}, 0, path)
		if again := export(other); again != text {
			t.Errorf("%s: exported again\n%s\nwas\n%s", name, again, text)
		}
	}
}

func TestATimetableIsImportedByDay(t *testing.T) {
	kept := fresh(t)
	importAll(t, kept, importing.Options{}, tally{masjids.Added: 3, masjids.Merged: 1}, 6, sample)
	const days = "date,fajr,sunrise,dhuhr,asr,maghrib,isha,fajr_jamaat,jummah\n" +
		"2026-03-01,05:40,06:55,12:45,16:45,18:30,19:45,06:00,\n" +
		"2026-03-02,05:39,,12:45,16:45,18:30,00:15,,\n" +
		"2026-03-03,,,,,,,06:00,13:30\n" +
		"2026-02-30,,,,,,,06:00,\n" +
		"2026-03-04,05:40,,,,,,,\n" +
		"2026-03-05,05:40,06:55,12:45,04:45,06:30,07:45,,\n" +
		"2026-03-06,,,,,,,5.45,\n" +
		"2026-03-07,05:40,06:55,12:45,16:45,18:30,19:45,05:30,\n" +
		"2026-03-08\n"
	report, err := importing.Timetable(t.Context(), kept, 2, []string{file(t, "days.csv", days)}, importing.Options{})
	if err != nil || report.Outcomes[masjids.Added] != 3 || report.Problems.Count != 6 {
		t.Fatalf("%+v, %v", report, err)
	}
	for i, want := range []string{
		"line 5: date", "line 6: fajr, dhuhr", "asr 04:45 is not after dhuhr 12:45", "fajr_jamaat", "fajr_jamaat 05:30 is before", "fields",
	} {
		if !strings.Contains(report.Problems.First[i], want) {
			t.Errorf("skipped %q, want %q", report.Problems.First[i], want)
		}
	}
	several := file(t, "several.csv",
		"masjid_id,date,fajr_jamaat\n1,2026-03-01,06:10\n9,2026-03-01,06:10\n0,2026-03-01,06:10\n2,2026-03-01,\n")
	report, err = importing.Timetable(t.Context(), kept, 0, []string{several}, importing.Options{DryRun: true})
	if err != nil || report.Outcomes[masjids.Added] != 1 || report.Outcomes[masjids.Removed] != 1 || report.Problems.Count != 2 {
		t.Errorf("%+v, %v", report, err)
	}
	for name, files := range map[string][]string{
		"two names": {several}, "no date": {file(t, "x.csv", "fajr\n")}, "not there": {"/not/there"},
	} {
		if _, err := importing.Timetable(t.Context(), kept, 2, files, importing.Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := importing.Timetable(t.Context(), kept, 0, []string{file(t, "y.csv", "date\n")}, importing.Options{}); err == nil {
		t.Error("a timetable of nobody is taken")
	}
	var dates []string
	march, err := kept.Get(t.Context(), []int32{2})
	if err != nil {
		t.Fatal(err)
	}
	found, err := kept.Timetable(t.Context(), []int32{1, 2}, march[0].TimetableFrom, march[0].TimetableUntil)
	if err != nil {
		t.Fatal(err)
	}
	for _, day := range found {
		dates = append(dates, day.Date.String())
	}
	slices.Sort(dates)
	if got := strings.Join(dates, " "); got != "2026-03-01 2026-03-02 2026-03-03" {
		t.Errorf("kept %s", got)
	}
}
