package exchange_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/salaatflow/platform/masjid-svc/internal/exchange"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/services/gazetteer"
)

func places(t testing.TB) *gazetteer.Gazetteer {
	t.Helper()
	g, err := gazetteer.New()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The data set has what the documentation promises of it, and claims nothing that nobody verified.
func TestTheMasjidsOfKarachi(t *testing.T) {
	found, err := exchange.Karachi(places(t))
	if err != nil {
		t.Fatal(err)
	}
	areas, refs := map[string]int{}, map[string]bool{}
	for _, m := range found {
		areas[m.Area]++
		if refs[m.SourceRef] {
			t.Errorf("%s is there twice", m.SourceRef)
		}
		refs[m.SourceRef] = true
		if m.NameUrdu == "" || m.City != "Karachi" || m.Timezone != "Asia/Karachi" || m.Licence == "" {
			t.Errorf("%s lacks something: %+v", m.Name, m)
		}
		if m.Latitude < 24.7 || m.Latitude > 25.2 || m.Longitude < 66.8 || m.Longitude > 67.5 {
			t.Errorf("%s is not in Karachi", m.Name)
		}
		if m.Phone+m.Imam != "" || m.Jamaat != nil || m.Facilities != (masjids.Facilities{}) {
			t.Errorf("%s claims what nobody verified: %+v", m.Name, m)
		}
	}
	if len(found) < 30 || len(areas) < 12 {
		t.Errorf("%d masjids in %d areas", len(found), len(areas))
	}
	for area, least := range map[string]int{
		"DHA": 2, "Gulshan-e-Iqbal": 2, "North Nazimabad": 2, "Clifton": 2, "Korangi": 1, "Saddar": 1, "Nazimabad": 1, "PECHS": 1,
		"Gulistan-e-Johar": 1, "Federal B Area": 1, "Malir": 1, "Bahadurabad": 1,
	} {
		if areas[area] < least {
			t.Errorf("%s has %d masjids, want %d", area, areas[area], least)
		}
	}
}

func TestALineThatCannotBeUsedIsNamedAndTheOthersAreRead(t *testing.T) {
	const file = "\ufeffref,name,city,area,latitude,longitude,timezone,wheelchair,jamaat\n" +
		"1,Masjid A,karachi,fb area,24.9,67.1,,yes,fajr=05:45\n" +
		"2,,Karachi,,,,,,\n" +
		"3,Masjid C,Karachi,,91,67,,,\n" +
		"4,Masjid D,Karachi,,,,,maybe,\n" +
		"5,Masjid E,Karachi,,,,,,fajr=25:00\n" +
		"6,Masjid F,Atlantis,,,,,,\n" +
		"7,Masjid G,Atlantis,,1,2,Mars/Olympus,,\n" +
		"8,Masjid H\n" +
		"9,Masjid I,Karachi,Clifton,,,,no,\n"
	reader, err := exchange.NewCSVReader(strings.NewReader(file), places(t), exchange.Origin{Source: "test"})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	var skipped []int
	for {
		m, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		var skip *exchange.SkippedError
		if errors.As(err, &skip) {
			skipped = append(skipped, skip.Line)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, m.Name+" "+m.City+" "+m.Area+" "+string(m.Accuracy)+" "+m.Timezone)
	}
	if got := strings.Join(names, "; "); got != "Masjid A Karachi Federal B Area exact Asia/Karachi; Masjid I Karachi Clifton area Asia/Karachi" {
		t.Errorf("read %s", got)
	}
	if len(skipped) != 7 || skipped[0] != 3 || skipped[6] != 9 {
		t.Errorf("skipped the lines %v", skipped)
	}
	for _, heading := range []string{"", "ref,name\n", "ref,name,city,colour\n"} {
		if _, err := exchange.NewCSVReader(strings.NewReader(heading), places(t), exchange.Origin{}); err == nil {
			t.Errorf("the heading %q is taken", heading)
		}
	}
}

func FuzzCSV(f *testing.F) {
	g := places(f)
	f.Add("ref,name,city\n1,Masjid,Karachi\n")
	f.Add("ref,name,city,latitude,longitude,jamaat\n1,\"a\n\",Karachi,1,NaN,fajr=+5\n")
	f.Fuzz(func(t *testing.T, file string) {
		reader, err := exchange.NewCSVReader(strings.NewReader(file), g, exchange.Origin{Source: "fuzz"})
		if err != nil {
			return
		}
		for range 100 {
			m, err := reader.Read()
			var skip *exchange.SkippedError
			if err != nil && !errors.As(err, &skip) {
				return
			}
			if err == nil && (m.Name == "" || m.Timezone == "" || m.Accuracy == "") {
				t.Fatalf("read %+v", m)
			}
		}
	})
}
