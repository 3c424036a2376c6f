package prayertime_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// A published day is one that a country's authority or a mosque there published, and what is computed for it by the usual
// practice of the country.
type publishedDay struct {
	country, city, date string
	computed            []time.Time
	published           []string // empty where it was not shown
	within              int
}

func publishedDays(t *testing.T, path string) []publishedDay {
	t.Helper()
	var days []publishedDay
	for _, row := range rows(t, path) {
		within, err := strconv.Atoi(row[12])
		if err != nil {
			t.Fatal(err)
		}
		place := prayertime.Place{Latitude: degrees(t, row[2]), Longitude: degrees(t, row[3])}
		days = append(days, publishedDay{
			country: row[0], city: row[1], date: row[5], published: row[6:12], within: within,
			computed: times(inCountry(t, row[0], place, row[5], row[4])),
		})
	}
	return days
}

func TestTheTimesThatAuthoritiesPublished(t *testing.T) {
	differing := map[int]int{}
	for _, day := range publishedDays(t, "testdata/published.csv") {
		for i, got := range day.computed {
			if day.published[i] == "" {
				continue
			}
			off := minutesOff(t, got, day.published[i])
			differing[off]++
			if off < -day.within || off > day.within {
				t.Errorf("%s %s %s: %s, published %s", day.city, day.date, events[i], got.Format("15:04"), day.published[i])
			}
		}
	}
	t.Logf("times by minutes of difference: %v", differing)
}

// Tables that no angles and minutes reproduce, or that another rule than the country's usual one made. docs/prayer-times.md
// says why, and by how much: a difference that is not the one it names is an error here, a smaller one too.
func TestTheTablesThatDifferDoSoByAsMuchAsIsSaid(t *testing.T) {
	most := map[string]int{}
	said := map[string]int{}
	for _, day := range publishedDays(t, "testdata/differing.csv") {
		said[day.country] = day.within
		for i, got := range day.computed {
			if day.published[i] != "" {
				off := minutesOff(t, got, day.published[i])
				most[day.country] = max(most[day.country], off, -off)
			}
		}
	}
	for country, minutes := range said {
		if most[country] != minutes {
			t.Errorf("%s: %d minutes at most, it is said %d", country, most[country], minutes)
		}
	}
}

// comparison counts a country's published times that are compared, and the largest difference.
type comparison struct{ times, most int }

// comparisons returns what the tests compare, by country.
func comparisons(t *testing.T) map[string]comparison {
	t.Helper()
	all := map[string]comparison{}
	count := func(country string, got time.Time, published string) {
		if published == "" {
			return
		}
		off := minutesOff(t, got, published)
		c := all[country]
		all[country] = comparison{c.times + 1, max(c.most, off, -off)}
	}
	for _, day := range publishedDays(t, "testdata/published.csv") {
		for i, got := range day.computed {
			count(day.country, got, day.published[i])
		}
	}
	for file, country := range map[string]string{
		"makkah": "SA", "dubai": "AE", "london": "GB", "doha": "QA", "singapore": "SG", "ankara": "TR", "kuwait": "KW",
	} {
		calculator, rows := timetable(t, "testdata/"+file+".csv")
		if usual, _ := prayertime.PracticeIn(country); usual.Method.Name != setting(t, "testdata/"+file+".csv", "method") {
			t.Fatalf("%s.csv is not by the method that is usual in %s", file, country)
		}
		for _, row := range rows {
			day, err := calculator.Day(date(t, row[0]))
			if err != nil {
				t.Fatal(err)
			}
			for i, got := range times(day) {
				count(country, got, row[1+i])
			}
		}
	}
	for file, in := range map[string][2]string{"kemenag": {"ID", "Asia/Jakarta"}, "jakim": {"MY", "Asia/Kuala_Lumpur"}} {
		for _, row := range rows(t, "testdata/"+file+".csv") {
			place := prayertime.Place{Latitude: degrees(t, row[1]), Longitude: degrees(t, row[2]), Elevation: degrees(t, row[3])}
			for i, got := range times(inCountry(t, in[0], place, row[4], in[1])) {
				count(in[0], got, row[5+i])
			}
		}
	}
	return all
}

var compared = regexp.MustCompile(`(?m)^\| [^|]+ \(([A-Z]{2})\) \| (\d+) \| (\d) \|`)

// docs/prayer-times.md has a line for each country whose published times are compared, with how many and by how much they
// differ at most.
func TestTheDocumentSaysWhichCountriesAreComparedWithPublishedTimes(t *testing.T) {
	text, err := os.ReadFile("../../docs/prayer-times.md")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]comparison{}
	for _, line := range compared.FindAllSubmatch(text, -1) {
		n, _ := strconv.Atoi(string(line[2]))
		most, _ := strconv.Atoi(string(line[3]))
		said[string(line[1])] = comparison{n, most}
	}
	are := comparisons(t)
	for country, is := range are {
		if said[country] != is {
			t.Errorf("%s: %d times compared, differing by %d minutes at most; the document says %+v", country, is.times, is.most, said[country])
		}
	}
	for country := range said {
		if _, is := are[country]; !is {
			t.Errorf("the document says that times of %s are compared", country)
		}
	}
	_, others, _ := strings.Cut(strings.ReplaceAll(string(text), "\n", " "), "compared only with independent programs: ")
	others, _, _ = strings.Cut(others, ". ")
	for _, usual := range prayertime.Practices() {
		_, is := are[usual.Country]
		if named := slices.Contains(strings.Split(others, ", "), usual.Name); named == is {
			t.Errorf("%s: compared with published times: %t; the document names it as one that is not: %t", usual.Name, is, named)
		}
	}
	t.Logf("%d of %d countries are compared with published times", len(are), len(prayertime.Practices()))
}
