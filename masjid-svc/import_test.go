package masjidsvc_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"google.golang.org/protobuf/proto"

	masjidsvc "github.com/salaatflow/platform/masjid-svc"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
)

// command runs a command of the program, and returns its exit code and output.
func command(t *testing.T, c masjidsvc.Config, args ...string) (int, string) {
	t.Helper()
	var out bytes.Buffer
	program := kit.Program[masjidsvc.Config]{
		Name: masjidsvc.Name, Default: masjidsvc.DefaultConfig(), New: masjidsvc.Module,
		Commands: []kit.Command[masjidsvc.Config]{
			masjidsvc.Import(io.Discard), masjidsvc.ImportTimetable(io.Discard), masjidsvc.Export(io.Discard),
			masjidsvc.ExportTimetable(io.Discard),
		},
	}
	code := program.Run(t.Context(), append(args, "--database-url", c.Database.URL.Reveal()), &out, &out)
	return code, out.String()
}

// must runs a command of the program, and ends the test unless it succeeds and prints want.
func must(t *testing.T, want string, c masjidsvc.Config, args ...string) {
	t.Helper()
	if code, out := command(t, c, args...); code != 0 || !strings.Contains(out, want) {
		t.Fatalf("%v ends with %d: %s", args, code, out)
	}
}

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const ownMasjid = "ref,name,city,area,latitude,longitude,jamaat\nn1,Masjid Namoona,Karachi,Landhi,24.85,67.2,fajr=06:15\n"

// A running service serves what is imported beside it, without a restart.
func TestWhatIsImportedIsServed(t *testing.T) {
	c := configure(t, start)
	clock := clockwork.NewFakeClockAt(start)
	c.Clock = clock
	client := masjidv1.NewMasjidServiceClient(kittest.Start(t, c.Config, masjidsvc.Module(c)))
	landhi := func() *masjidv1.ListMasjidsResponse {
		listed, err := client.ListMasjids(t.Context(), &masjidv1.ListMasjidsRequest{Area: proto.String("Landhi")})
		if err != nil {
			t.Fatal(err)
		}
		return listed
	}
	if got := landhi(); got.GetCount() != 0 {
		t.Fatalf("before: %v", got)
	}
	must(t, "1 added", c, "import", "--source", "test", "--licence", "CC0-1.0", file(t, "own.csv", ownMasjid))
	follow(t, clock, c, func() bool { return landhi().GetCount() == 1 })
	found := landhi().GetMasjids()[0]
	if found.GetName() != "Masjid Namoona" || found.GetFajrTime() != "06:15" || found.GetSource() != "test" || found.GetSourceRef() != "n1" ||
		found.Attribution != nil {
		t.Errorf("served %v", found)
	}

	const days = "date,fajr,dhuhr,asr,maghrib,isha,fajr_jamaat\n2026-11-21,05:35,12:20,16:10,17:45,19:05,06:00\n"
	code, out := command(t, c, "import-timetable", "--masjid", "999", file(t, "days.csv", days))
	if code != 0 || !strings.Contains(out, "0 added") || !strings.Contains(out, "line 2: there is no masjid with the masjid_id 999") {
		t.Errorf("a timetable of no masjid: %d, %s", code, out)
	}
	id := found.GetId()
	must(t, "1 added", c, "import-timetable", "--masjid", strconv.Itoa(int(id)), file(t, "days.csv", days))
	day, err := client.GetPrayerTimes(t.Context(), &masjidv1.GetPrayerTimesRequest{MasjidId: &id})
	if err != nil || day.GetStartTimesSource() != "timetable" || day.GetStartTimes().GetFajr() != "05:35" ||
		day.GetPrayerTimes().GetFajr() != "06:00" {
		t.Errorf("%v, %v", day, err)
	}
	current, err := client.GetCurrentPrayer(t.Context(), &masjidv1.GetCurrentPrayerRequest{MasjidId: &id})
	if err != nil || current.GetStartTimesSource() != "timetable" || current.GetNextPrayerTime() != "12:20" {
		t.Errorf("%v, %v", current, err)
	}
}

func TestWhatIsExportedCanBeImportedAgain(t *testing.T) {
	c := configure(t, start)
	must(t, "1 added", c, "import", "--source", "test", "--licence", "CC0-1.0", file(t, "own.csv", ownMasjid))
	code, out := command(t, c, "export", "--format", "csv", "--source", "test")
	if code != 0 || !strings.Contains(out, ",fajr=06:15\n") || strings.Count(out, "\n") != 2 {
		t.Errorf("export ends with %d: %s", code, out)
	}
	to := filepath.Join(t.TempDir(), "all.geojson")
	if code, out := command(t, c, "export", "--format", "geojson", "-o", to); code != 0 || out != "" {
		t.Errorf("export ends with %d: %s", code, out)
	}
	must(t, "0 added, 0 changed, 34 unchanged, 0 skipped", c, "import", to)
}

// The masjids and timetables of one database can be imported into another, whose ids differ.
func TestATimetableMovesToAnotherDatabase(t *testing.T) {
	from, to := configure(t, start), configure(t, start)
	from.WithoutDefaults = true
	days := file(t, "days.csv", "masjid_id,date,fajr,sunrise,dhuhr,asr,maghrib,isha,isha_jamaat,jummah\n"+
		"1,2026-11-20,05:35,06:50,12:20,16:10,17:45,19:05,00:15,13:30\n2,2026-11-21,,,,,,,20:00,\n")
	both, all := ownMasjid+"n2,Masjid Doosri,Karachi,Landhi,24.86,67.21,\n", filepath.Join(t.TempDir(), "all.csv")
	must(t, "2 added", from, "import", "--without-defaults", "--source", "test", "--licence", "CC0-1.0", file(t, "own.csv", both))
	must(t, "2 added", from, "import-timetable", days)
	must(t, "", from, "export", "-o", all)
	one, two := filepath.Join(t.TempDir(), "one.csv"), filepath.Join(t.TempDir(), "two.csv")
	must(t, "", from, "export-timetable", "-o", one)
	must(t, "test,n2,2026-11-21,,,,,,,,,,,20:00,,,\n", from, "export-timetable", "--masjid", "2")
	must(t, "0 added, 0 changed, 2 unchanged", from, "import-timetable", one)

	must(t, "0 added, 0 changed, 0 unchanged, 2 skipped", to, "import-timetable", one)
	must(t, "2 added", to, "import", all)
	must(t, "2 added", to, "import-timetable", one)
	must(t, "", to, "export-timetable", "-o", two)
	before, err := os.ReadFile(one)
	if err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(two); err != nil || !bytes.Equal(before, after) {
		t.Errorf("exported %s, and from the other %s, %v", before, after, err)
	}
}

// follow advances the service's clock until the service has followed the database. It calls done each time the service
// has checked.
func follow(t *testing.T, clock *clockwork.FakeClock, c masjidsvc.Config, done func() bool) {
	t.Helper()
	// The clock goes on faster than the service reads, so rounds are not counted.
	for begun := time.Now(); time.Since(begun) < time.Minute; {
		if err := clock.BlockUntilContext(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		clock.Advance(c.RefreshInterval)
		if done() {
			return
		}
	}
	t.Fatal("the service has not followed the database")
}

func TestCommandsSayWhatIsWrong(t *testing.T) {
	c := configure(t, start)
	for name, c2 := range map[string]struct {
		args []string
		want string
		code int
	}{
		"no file":          {[]string{"import"}, "<files>", 2},
		"a file not there": {[]string{"import", "/not/there.csv"}, "/not/there.csv", 2},
		"a broken file":    {[]string{"import", file(t, "a.json", `{"elements": [`)}, "nothing was imported", 1},
		"no source":        {[]string{"import", file(t, "a.csv", "ref,name\n1,A\n")}, "--source", 0},
		"whose timetable":  {[]string{"import-timetable", file(t, "b.csv", "date,fajr_jamaat\n")}, "--masjid", 1},
		"a wrong masjid":   {[]string{"import-timetable", "--masjid=-1", file(t, "b.csv", "date\n")}, "--masjid", 1},
		"half a name":      {[]string{"import-timetable", file(t, "c.csv", "ref,date\n")}, "source and ref", 1},
		"nobody's":         {[]string{"export-timetable", "--masjid=-1"}, "--masjid", 1},
		"a wrong format":   {[]string{"export", "--format", "xml"}, "--format", 2},
		"a wrong folder":   {[]string{"export", "-o", "/not/there/a.csv"}, "/not/there", 1},
	} {
		t.Run(name, func(t *testing.T) {
			if code, out := command(t, c, c2.args...); code != c2.code || !strings.Contains(out, c2.want) {
				t.Errorf("ends with %d: %s; want %d and %s", code, out, c2.code, c2.want)
			}
		})
	}
}

func TestTheCalendarFeed(t *testing.T) {
	client := serve(t, start)
	feed, err := client.GetMasjidPrayerCalendar(t.Context(), &masjidv1.GetMasjidPrayerCalendarRequest{MasjidId: 1})
	if err != nil || feed.GetContentType() != "text/calendar; charset=utf-8" || bytes.Count(feed.GetData(), []byte("BEGIN:VEVENT")) != 150 {
		t.Errorf("%v, %v", feed.GetContentType(), err)
	}
	year, err := client.GetPrayerCalendar(t.Context(), &masjidv1.GetPrayerCalendarRequest{
		Latitude: proto.Float64(69.65), Longitude: proto.Float64(18.96), Days: proto.Int32(366), AlarmMinutes: proto.Int32(0),
		Date: proto.String("2027-01-01"),
	})
	if err != nil || bytes.Count(year.GetData(), []byte("BEGIN:VALARM")) != 366*5 || !bytes.Contains(year.GetData(), []byte("DTSTART:2027")) {
		t.Errorf("Tromsø: %v", err)
	}
	for name, call := range map[string]func(context.Context) error{
		"days": func(ctx context.Context) error {
			_, err := client.GetPrayerCalendar(ctx, &masjidv1.GetPrayerCalendarRequest{Days: proto.Int32(367)})
			return err
		},
		"date": func(ctx context.Context) error {
			_, err := client.GetPrayerCalendar(ctx, &masjidv1.GetPrayerCalendarRequest{Date: proto.String("2100-12-20")})
			return err
		},
	} {
		if err := call(t.Context()); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
