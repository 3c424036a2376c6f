package exchange_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/exchange"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/internal/zones"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

func places(t testing.TB) *gazetteer.Gazetteer {
	t.Helper()
	g, err := gazetteer.New()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func reader(t testing.TB) exchange.Reader {
	t.Helper()
	return exchange.Reader{Places: places(t), Zone: zones.At, Source: "test", Licence: "CC0-1.0"}
}

// read reads a text. It returns the records, and the places and reasons of unusable ones.
func read(r exchange.Reader, text string) (records []masjids.Record, skipped []string, found exchange.Found, err error) {
	found, err = r.Read(strings.NewReader(text), func(place string, record masjids.Record, wrong error) error {
		if wrong == nil {
			wrong = record.Incomplete
		}
		if wrong != nil {
			skipped = append(skipped, place+": "+wrong.Error())
			return nil //nolint:nilerr // it is noted
		}
		records = append(records, record)
		return nil
	})
	return records, skipped, found, err
}

func wantSkipped(t *testing.T, skipped []string, want ...string) {
	t.Helper()
	if len(skipped) != len(want) {
		t.Fatalf("skipped\n%s\nwant\n%s", strings.Join(skipped, "\n"), strings.Join(want, "\n"))
	}
	for i := range want {
		if !strings.Contains(skipped[i], want[i]) {
			t.Errorf("skipped %q, want %q", skipped[i], want[i])
		}
	}
}

// The data set has what the documentation promises, and claims nothing that nobody has verified.
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
	const file = "\ufeff" + "\n" + "ref,name,city,area,latitude,longitude,timezone,wheelchair,jamaat\n" +
		"1,Masjid A,karachi,fb area,24.9,67.1,,yes,fajr=05:45\n" +
		"2,,Karachi,,,,,,\n" +
		"3,Masjid C,Karachi,,91,67,,,\n" +
		"4,Masjid D,Karachi,,,,,maybe,\n" +
		"5,Masjid E,Karachi,,,,,,fajr=25:00\n" +
		"6,Masjid F,Wakanda,,,,,,\n" +
		"7,Masjid G,Wakanda,,1,2,Mars/Olympus,,\n" +
		"8,Masjid H\n" +
		"9,Masjid I,Karachi,Clifton,,,,no,\n" +
		",Masjid J,Karachi,,,,,,\n" +
		"11,Masjid\xff,Karachi,,,,,,\n" +
		"12,Masjid K,,,51.5,-0.1,,,\n" +
		"13,Masjid L,,,0,-150,,,\n" +
		"14,Masjid M,Karachi,,24.9,,,,\n" +
		"15,Masjid N,Suva,,-18.14,178.44,,,\n" +
		"16,Masjid O,Karachi,,2_4.9,67.1,,,\n" +
		"17,Masjid P,Karachi,,24.9,0x43p0,,,\n" +
		"18,Masjid Q,Karachi,,Inf,67.1,,,\n" +
		"19,Masjid \x1b[31mR,Karachi,,24.9,67.1,,,\n" +
		"20,'=Masjid S,Karachi,,24.9,67.1,,,\n"
	records, skipped, found, err := read(reader(t), file)
	if err != nil || found.Format != exchange.CSV {
		t.Fatal(found, err)
	}
	var got []string
	for _, m := range records {
		got = append(got, strings.Join([]string{m.Name, m.City, m.Area, string(m.Accuracy), m.Timezone}, " "))
	}
	const want = "Masjid A Karachi Federal B Area exact Asia/Karachi; Masjid I Karachi Clifton area Asia/Karachi; " +
		"Masjid K London  exact Europe/London; Masjid N Suva  exact Pacific/Fiji; =Masjid S Karachi  exact Asia/Karachi"
	if all := strings.Join(got, "; "); all != want {
		t.Errorf("read %s, want %s", all, want)
	}
	wantSkipped(t, skipped, "line 4: it has no name", "line 5: latitude", "line 6: wheelchair", `line 7: jamaat "fajr=25:00"`,
		"line 8: it has no",
		"line 9: timezone", "line 10: it has 2 fields", "line 12: ref", "line 13: name is not UTF-8", "line 15: its city", "line 16: longitude",
		`line 18: latitude: "2_4.9"`, "line 19: longitude", "line 20: latitude", "line 21: name has a control character")
}

// An element is of one of OpenStreetMap's three kinds, and its reference includes the kind.
func TestAnElementIsANodeAWayOrARelation(t *testing.T) {
	for _, element := range []string{
		`"type": "node/../way", "id": 1`, `"type": "", "id": 1`, `"id": 1`, `"type": "way", "id": -1`, `"type": "way"`,
	} {
		file := `{"elements": [{` + element + `, "lat": 24.9, "lon": 67.1, "tags": {"religion": "muslim", "name": "A"}}]}`
		records, skipped, _, err := read(reader(t), file)
		if err != nil || len(records) != 0 || len(skipped) != 1 || !strings.Contains(skipped[0], "not a node, way or relation") {
			t.Errorf("%s: %v, %v, %v", element, records, skipped, err)
		}
	}
}

// An address that a page or a phone would execute is refused from an operator, and ignored from mappers.
func TestAWebsiteIsAnAddressOfHTTP(t *testing.T) {
	for _, address := range []string{"javascript:alert(1)", "www.example.org", "data:text/html,x", `https://example.org/"onload=x`} {
		file := "ref,name,city,website\n1,Masjid A,Karachi,\"" + strings.ReplaceAll(address, `"`, `""`) + "\"\n"
		if _, skipped, _, err := read(reader(t), file); err != nil || len(skipped) != 1 || !strings.Contains(skipped[0], "website") {
			t.Errorf("%s: %v, %v", address, skipped, err)
		}
	}
	const overpass = `{"elements": [{"type": "node", "id": 1, "lat": 24.9, "lon": 67.1, "tags": {"religion": "muslim", "name": "A",
		"website": "javascript:alert(1)", "url": "https://example.org"}}, {"type": "node", "id": 2, "lat": 24.9, "lon": 67.1,
		"tags": {"religion": "muslim", "name": "B", "website": "example.org"}}]}`
	records, skipped, _, err := read(reader(t), overpass)
	if err != nil || len(records) != 2 || records[0].Website != "https://example.org" || records[1].Says&masjids.SaysWebsite != 0 {
		t.Errorf("%+v, %v, %v", records, skipped, err)
	}
}

// Whatever a masjid is called, a spreadsheet executes no cell of an exported file.
func TestNoCellOfAnExportIsAFormula(t *testing.T) {
	m := awkward(t)[0]
	m.Name, m.Phone, m.Imam, m.Address, m.SourceRef = "=HYPERLINK(A1)", "+92 21 0", "@SUM(1)", "-1+1", "\t=1"
	text, err := write(writers()["csv"], []masjids.Masjid{m})
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, cell := range lines[1] {
		if _, notNumber := strconv.ParseFloat(cell, 64); notNumber != nil && strings.ContainsAny(cell[:min(1, len(cell))], "=+-@\t\r") {
			t.Errorf("the cell %q is run", cell)
		}
	}
	var days bytes.Buffer
	w, err := exchange.NewTimetableWriter(&days)
	if err != nil {
		t.Fatal(err)
	}
	day := masjids.TimetableDay{Source: "=cmd", SourceRef: "@1", Date: prayertime.Date{Year: 2026, Month: 3, Day: 1}, Times: masjids.Times{}}
	if err := errors.Join(w.Write(day), w.Close()); err != nil || !strings.Contains(days.String(), "\n'=cmd,'@1,") {
		t.Errorf("%q, %v", days.String(), err)
	}
	err = exchange.ReadTimetable(&days, 0, func(_ string, again masjids.TimetableDay, wrong error) error {
		if wrong != nil || again.Source != day.Source || again.SourceRef != day.SourceRef {
			t.Errorf("read back %+v, %v", again, wrong)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAFileThatIsBrokenAsAWholeIsRefused(t *testing.T) {
	for file, want := range map[string]string{
		"": "empty", "\n": "empty", "name,city\n": "ref or masjid_id", "ref,name,city,colour\n": `"colour"`, "ref,ref\n": "twice",
		"ref,name\n1,\"a\n2,b\n": "line", "ref,name\n1,\"" + strings.Repeat("a\n", 1<<20): "longer than 1048576",
		`{"a": []}`: `"elements" or "features"`, `{"features": [{]}`: "broken at byte", `{"features": [{}`: "broken at byte",
		`{"elements": [], "remark": "runtime error: Query timed out"}`: "incomplete",
	} {
		if _, _, _, err := read(reader(t), file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", file, err, want)
		}
	}
}

func TestMasjidsOfOpenStreetMap(t *testing.T) {
	file, err := os.ReadFile("testdata/overpass.json")
	if err != nil {
		t.Fatal(err)
	}
	records, skipped, found, err := read(exchange.Reader{Places: places(t), Zone: zones.At}, string(file))
	if err != nil || found.Format != exchange.Overpass || len(records) != 4 {
		t.Fatalf("%d records, %+v, %v", len(records), found, err)
	}
	node, way, relation, urdu := records[0], records[1], records[2], records[3]
	for name, c := range map[string]struct{ got, want any }{
		"the node's name":              {node.Name, "Jamia Masjid Namoona"},
		"its name in Urdu":             {node.NameUrdu, "جامع مسجد نمونہ"},
		"its area":                     {node.Area, "North Nazimabad"},
		"its city":                     {node.City, "Karachi"},
		"its source":                   {node.Source, "OpenStreetMap"},
		"its reference":                {node.SourceRef, "node/1000000001"},
		"its licence":                  {node.Licence, "ODbL-1.0"},
		"whether it may repeat":        {node.MayRepeat, true},
		"whether it says a phone":      {node.Says&masjids.SaysPhone != 0, false},
		"the way's centre":             {way.Latitude, 24.9334},
		"the way's city":               {way.City, "Karachi"},
		"the way's name in Urdu":       {way.NameUrdu, ""},
		"whether node and way match":   {masjids.Alike(node.Masjid, way.Masjid), true},
		"the relation's centre":        {relation.Latitude, 24.82},
		"its wheelchairs":              {relation.Facilities.Wheelchair, masjids.Yes},
		"its women's area":             {relation.Facilities.WomenArea, masjids.Unknown},
		"a name in Urdu alone":         {urdu.Name, "مسجد بلال"},
		"that name, in Urdu":           {urdu.NameUrdu, "مسجد بلال"},
		"an address put together":      {urdu.Address, "7 Long Road"},
		"a phone":                      {urdu.Phone, "+44 20"},
		"the zone of a place":          {urdu.Timezone, "Europe/London"},
		"an area for women":            {urdu.Facilities.WomenArea, masjids.Yes},
		"wheelchairs it leaves unsaid": {urdu.Facilities.Wheelchair, masjids.Unknown},
	} {
		if c.got != c.want {
			t.Errorf("%s is %v, want %v", name, c.got, c.want)
		}
	}
	if !strings.Contains(node.Attribution, "OpenStreetMap contributors") {
		t.Errorf("the attribution is %q", node.Attribution)
	}
	wantSkipped(t, skipped, "element 4 (node 1000000002): it has no name", "element 5 (node 1000000003): its religion is christian",
		"element 6 (way 2000000009): it has no position", "element 7 (node 1000000004): its religion is not given",
		"element 8: json", "element 9 (node 1000000005): latitude")
}

func TestMasjidsOfGeoJSON(t *testing.T) {
	const file = `{"type": "FeatureCollection", "crs": {"features": "elsewhere"}, "features": [
		{"type": "Feature", "id": 7, "geometry": {"type": "Point", "coordinates": [67.03, 24.82, 5]},
		 "properties": {"name": "Masjid A", "women_area": true, "parking": false, "wudu": null, "jamaat": "fajr=05:45; isha=+10",
		                "colour": "green", "height": {}}},
		{"type": "Feature", "geometry": null,
		 "properties": {"ref": "b", "source": "theirs", "licence": "CC-BY-4.0", "name": "Masjid B", "area": "dha"}},
		{"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[1,2]]]}, "properties": {"ref": "c", "name": "Masjid C"}},
		{"type": "Feature", "geometry": {"type": "Point", "coordinates": [1]}, "properties": {"ref": "d", "name": "Masjid D"}},
		{"type": "Feature", "geometry": {"type": "Point", "coordinates": ["x", 1]}, "properties": {"ref": "e", "name": "Masjid E"}},
		{"type": "Feature", "geometry": null, "properties": {"ref": "f", "name": ["Masjid F"]}},
		[]
	]}`
	r := reader(t)
	r.City = "Karachi"
	records, skipped, found, err := read(r, file)
	if err != nil || len(records) != 2 || strings.Join(found.Ignored, ",") != "colour,height" {
		t.Fatalf("%d records, %+v, %v", len(records), found, err)
	}
	a, b := records[0], records[1]
	if a.SourceRef != "7" || a.Latitude != 24.82 || a.Facilities.WomenArea != masjids.Yes || a.Facilities.Parking != masjids.No ||
		a.Says&masjids.SaysWudu == 0 || a.Says&masjids.SaysWheelchair != 0 || masjids.FormatJamaat(a.Jamaat) != "fajr=05:45; isha=+10" {
		t.Errorf("a %+v", a)
	}
	if b.Source != "theirs" || b.Licence != "CC-BY-4.0" || b.Area != "DHA" || b.Accuracy != masjids.OfArea || b.City != "Karachi" {
		t.Errorf("b %+v", b)
	}
	wantSkipped(t, skipped, "feature 3: its geometry is a Polygon", "feature 4: its point", "feature 5: longitude", "feature 6: name",
		"feature 7: json")
}

// A record that identifies a known masjid and says one thing about it is complete.
func TestALineMaySayNoMoreThanTheRulesOfAKnownMasjid(t *testing.T) {
	var got []masjids.Record
	_, err := exchange.Reader{Places: places(t), Zone: zones.At}.Read(strings.NewReader("masjid_id,jamaat\n5,fajr=05:45\n0,\n"),
		func(_ string, record masjids.Record, wrong error) error {
			if wrong == nil {
				got = append(got, record)
			}
			return nil
		})
	if err != nil || len(got) != 1 || got[0].ID != 5 || got[0].Says != masjids.SaysJamaat || got[0].Incomplete == nil {
		t.Errorf("%+v, %v", got, err)
	}
}

func awkward(t *testing.T) []masjids.Masjid {
	t.Helper()
	jamaat, err := masjids.ParseJamaat("fajr=05:45; maghrib=+5; isha@2026-02-18..2026-03-19=21:00; jummah=13:30; eid_al_fitr=07:30")
	if err != nil {
		t.Fatal(err)
	}
	return []masjids.Masjid{
		{
			Source: "a, \"b\"", SourceRef: "way/1", Licence: "ODbL-1.0", Attribution: "© N. N. <a>", Name: "=Jamia; 'Bait' \\ & \u2028 x",
			NameUrdu: "جامع مسجد", Area: "North Nazimabad", City: "Karachi", Address: "Block A, \"5\"", Latitude: 24.93550001,
			Longitude: -67.0392, Accuracy: masjids.OfArea, Timezone: "Asia/Karachi", Phone: "+92 21 0", Website: "https://example.org/?a=1&b",
			Imam: "N. N.", Facilities: masjids.Facilities{WomenArea: masjids.Yes, Wheelchair: masjids.No}, Jamaat: jamaat,
		},
		{Source: "b", SourceRef: "1", Licence: "CC0-1.0", Name: "Masjid", City: "Nowhere", Latitude: 1e-7, Longitude: 180,
			Accuracy: masjids.Exact, Timezone: "UTC"},
	}
}

func writers() map[string]func(to *bytes.Buffer) (exchange.Writer, error) {
	return map[string]func(to *bytes.Buffer) (exchange.Writer, error){
		"csv":     func(to *bytes.Buffer) (exchange.Writer, error) { return exchange.NewCSVWriter(to) },
		"geojson": func(to *bytes.Buffer) (exchange.Writer, error) { return exchange.NewGeoJSONWriter(to) },
	}
}

func write(open func(to *bytes.Buffer) (exchange.Writer, error), all []masjids.Masjid) (string, error) {
	var text bytes.Buffer
	w, err := open(&text)
	if err != nil {
		return "", err
	}
	for _, m := range all {
		if err := w.Write(m); err != nil {
			return "", err
		}
	}
	err = w.Close()
	return text.String(), err
}

func TestWhatIsWrittenIsReadBackUnchanged(t *testing.T) {
	all := awkward(t)
	all[0].Name = strings.Join(strings.Fields(all[0].Name), " ") // as import reads it
	karachi, err := exchange.Karachi(places(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, open := range writers() {
		for _, want := range [][]masjids.Masjid{append(all, karachi...), nil} {
			text, err := write(open, want)
			if err != nil {
				t.Fatal(err)
			}
			records, skipped, found, err := read(exchange.Reader{Places: places(t), Zone: zones.At}, text)
			if err != nil || skipped != nil || found.Ignored != nil || len(records) != len(want) {
				t.Fatalf("%s: %d records, %v, %+v, %v", name, len(records), skipped, found, err)
			}
			for i, record := range records {
				if !reflect.DeepEqual(record.Masjid, want[i]) {
					t.Errorf("%s: read %+v\nwant %+v", name, record.Masjid, want[i])
				}
			}
		}
	}
}

// Whatever a file contains, what is read from it is written and read back the same.
func FuzzRead(f *testing.F) {
	overpass, err := os.ReadFile("testdata/overpass.json")
	if err != nil {
		f.Fatal(err)
	}
	r := reader(f)
	f.Add("ref,name,city\n1,Masjid,Karachi\n")
	f.Add("ref,name,city,website,phone\n'=1,'=Masjid,Karachi,https://example.org,+92\n")
	f.Add("ref,name,city,latitude,longitude,jamaat\n1,\"a\n\",Karachi,1,NaN,fajr=+5\n")
	f.Add(string(overpass))
	f.Add(`{"features": [{"id": 7, "geometry": {"type": "Point", "coordinates": [67.03, -0]}, "properties": {"name": "A", "wudu": true}}]}`)
	f.Fuzz(func(t *testing.T, file string) {
		records, _, _, err := read(r, file)
		if err != nil {
			return
		}
		var all []masjids.Masjid
		for _, record := range records {
			if record.ID == 0 {
				all = append(all, record.Masjid)
			}
		}
		for name, open := range writers() {
			text, err := write(open, all)
			if err != nil {
				t.Fatal(err)
			}
			again, skipped, _, err := read(r, text)
			if err != nil || len(skipped) > 0 || len(again) != len(all) {
				t.Fatalf("%s: %d of %d, %v, %v\n%s", name, len(again), len(all), skipped, err, text)
			}
			for i := range again {
				if fmt.Sprintf("%+v", again[i].Masjid) != fmt.Sprintf("%+v", all[i]) {
					t.Fatalf("%s: read %+v\nwas %+v", name, again[i].Masjid, all[i])
				}
			}
		}
	})
}

// A line that no database can store is skipped, and does not end an import.
func TestALineOfATimetableThatIsNoTextIsSkipped(t *testing.T) {
	for _, source := range []string{"a\x00b", "\xff", "\x1b[31m", strings.Repeat("a", 501)} {
		var reasons []string
		err := exchange.ReadTimetable(strings.NewReader("source,ref,date\n"+source+",1,2026-03-01\nb,1,2026-03-01\n"), 0,
			func(_ string, day masjids.TimetableDay, wrong error) error {
				if wrong != nil {
					reasons = append(reasons, wrong.Error())
				} else if day.Source != "b" {
					t.Errorf("%q is read", day.Source)
				}
				return nil
			})
		if err != nil || len(reasons) != 1 || !strings.Contains(reasons[0], "source") {
			t.Errorf("%.10q: %v, %v", source, reasons, err)
		}
	}
}

func FuzzReadTimetable(f *testing.F) {
	f.Add("date,fajr,sunrise,dhuhr,asr,maghrib,isha,fajr_jamaat\n2026-03-01,05:40,06:55,12:45,16:45,18:30,00:15,06:00\n")
	f.Add("masjid_id,date\n1,2026-03-01\n")
	f.Fuzz(func(t *testing.T, file string) {
		for _, id := range []int32{0, 1} {
			_ = exchange.ReadTimetable(strings.NewReader(file), id, func(_ string, day masjids.TimetableDay, wrong error) error {
				if wrong != nil {
					return nil //nolint:nilerr // it is said
				}
				again, err := masjids.ParseTimes(masjids.FormatTimes(day.Times))
				if err != nil || !reflect.DeepEqual(again, day.Times) || day.MasjidID < 1 {
					t.Errorf("read %+v, and again %v, %v", day, again, err)
				}
				return nil
			})
		}
	})
}
