package hadithsvc_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"
	"google.golang.org/protobuf/proto"

	hadithsvc "github.com/salaatflow/platform/hadith-svc"
	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start is 21 November 2026, 23:30 in Karachi.
var start = time.Date(2026, 11, 21, 18, 30, 0, 0, time.UTC)

type served struct {
	hadithv1.HadithServiceClient
	clock  *clockwork.FakeClock
	config hadithsvc.Config
}

func serve(t *testing.T, edit func(*hadithsvc.Config)) served {
	t.Helper()
	s := served{clock: clockwork.NewFakeClockAt(start), config: hadithsvc.DefaultConfig()}
	s.config.Config = kittest.Config(t)
	s.config.Clock = s.clock
	s.config.Database.URL = config.Secret("sqlite:" + filepath.Join(t.TempDir(), "hadith.db"))
	if edit != nil {
		edit(&s.config)
	}
	s.HadithServiceClient = hadithv1.NewHadithServiceClient(kittest.Start(t, s.config.Config, hadithsvc.Module(s.config)))
	return s
}

func (s served) daily(t *testing.T, ctx context.Context, date string) *hadithv1.Hadith {
	t.Helper()
	req := &hadithv1.GetDailyHadithRequest{}
	if date != "" {
		req.Date = proto.String(date)
	}
	answer, err := s.GetDailyHadith(ctx, req)
	if err != nil {
		t.Fatal(err)
	}
	return answer.GetHadith()
}

func wantCode(t *testing.T, err error, code, part string) {
	t.Helper()
	refused := apperr.From(err)
	if refused == nil || refused.ToolCode() != code || !strings.Contains(refused.Message, part) {
		t.Errorf("error = %v, want %s with %q", err, code, part)
	}
}

func TestTheDaysHadithIsTheSameForAllAndTurnsAtMidnight(t *testing.T) {
	s := serve(t, nil)
	today := s.daily(t, t.Context(), "")
	if today.GetDate() != "2026-11-21" || today.GetTextArabic() == "" || today.GetReference() == "" {
		t.Errorf("today's hadith is %v", today)
	}
	makkah, err := time.LoadLocation("Asia/Riyadh")
	if err != nil {
		t.Fatal(err)
	}
	there := identity.NewContext(t.Context(), identity.Caller{UserID: 7, Timezone: makkah})
	if other := s.daily(t, there, ""); !proto.Equal(other, today) {
		t.Errorf("another caller's is %v", other)
	}
	s.clock.Advance(time.Hour) // it is 00:30 of the next day in Karachi, 22:30 in Makkah
	if other := s.daily(t, there, ""); !proto.Equal(other, today) {
		t.Errorf("it has turned before midnight: %v", other)
	}
	tomorrow := s.daily(t, t.Context(), "")
	if tomorrow.GetDate() != "2026-11-22" || tomorrow.GetId() == today.GetId() {
		t.Errorf("tomorrow's hadith is %v", tomorrow)
	}
	if asked := s.daily(t, t.Context(), "2026-11-21"); !proto.Equal(asked, today) {
		t.Errorf("asked for by date it is %v", asked)
	}
}

func TestPastAndFutureDatesHaveAHadith(t *testing.T) {
	s := serve(t, nil)
	for _, date := range []string{"0001-01-01", "1999-12-31", "2024-02-29", "9999-12-31"} {
		if h := s.daily(t, t.Context(), date); h.GetDate() != date || h.GetId() == 0 {
			t.Errorf("%s has %v", date, h)
		}
	}
	for _, date := range []string{"2026-02-30", "2025-02-29", "2026-13-01", "21.11.2026", "tomorrow", ""} {
		_, err := s.GetDailyHadith(t.Context(), &hadithv1.GetDailyHadithRequest{Date: proto.String(date)})
		wantCode(t, err, "VALIDATION_ERROR", "date")
		if strings.Contains(err.Error(), "regex") {
			t.Errorf("%q: %v, which is no sentence that a person can act on", date, err)
		}
	}
}

func TestAnAdministratorSetsADate(t *testing.T) {
	s := serve(t, nil)
	before := s.daily(t, t.Context(), "2026-12-01")
	other := before.GetId()%42 + 1
	set := &hadithv1.SetDailyHadithRequest{Date: "2026-12-01", HadithId: other}
	_, err := s.SetDailyHadith(t.Context(), set)
	wantCode(t, err, "AUTH_REQUIRED", "")
	_, err = s.SetDailyHadith(identity.NewContext(t.Context(), identity.Caller{UserID: 1, Role: identity.RoleUser}), set)
	wantCode(t, err, "FORBIDDEN", "administrator")
	admin := identity.NewContext(t.Context(), identity.Caller{UserID: 1, Role: identity.RoleAdmin})
	answer, err := s.SetDailyHadith(admin, set)
	if err != nil || answer.GetHadith().GetId() != other || answer.GetHadith().GetDate() != "2026-12-01" {
		t.Fatalf("answer = %v, %v", answer, err)
	}
	if got := s.daily(t, t.Context(), "2026-12-01").GetId(); got != other {
		t.Errorf("the date has %d, want %d", got, other)
	}
	_, err = s.SetDailyHadith(admin, &hadithv1.SetDailyHadithRequest{Date: "2026-12-01", HadithId: 999})
	wantCode(t, err, "NOT_FOUND", "999")
	_, err = s.SetDailyHadith(admin, &hadithv1.SetDailyHadithRequest{Date: "2026-02-30", HadithId: 1})
	wantCode(t, err, "VALIDATION_ERROR", "date")
	if _, err := s.ClearDailyHadith(admin, &hadithv1.ClearDailyHadithRequest{Date: "2026-12-01"}); err != nil {
		t.Fatal(err)
	}
	if got := s.daily(t, t.Context(), "2026-12-01"); !proto.Equal(got, before) {
		t.Errorf("taken back, the date has %v", got)
	}
}

func TestNoRandomHadithTwiceRunning(t *testing.T) {
	s := serve(t, nil)
	last := int32(0)
	for range 200 {
		answer, err := s.GetRandomHadith(t.Context(), &hadithv1.GetRandomHadithRequest{Topic: proto.String("forgiveness")})
		if err != nil {
			t.Fatal(err)
		}
		id := answer.GetHadith().GetId()
		if id == last {
			t.Fatalf("hadith %d comes twice running", id)
		}
		last = id
	}
	_, err := s.GetRandomHadith(t.Context(), &hadithv1.GetRandomHadithRequest{Collection: proto.String("none")})
	wantCode(t, err, "VALIDATION_ERROR", "nawawi40")
	if _, err := s.GetRandomHadith(t.Context(), &hadithv1.GetRandomHadithRequest{Topic: proto.String(" Charity ")}); err != nil {
		t.Errorf("a topic in capitals: %v", err)
	}
	_, err = s.GetRandomHadith(t.Context(), &hadithv1.GetRandomHadithRequest{Grade: proto.String("mawdu")})
	wantCode(t, err, "NOT_FOUND", "no hadith matches")
}

// The name of a topic in any of the languages finds the hadiths on it, and no others.
func TestAHadithOnATopic(t *testing.T) {
	s := serve(t, nil)
	for topic, numbers := range map[string]string{
		"patience": "19", "sabr": "19", "صبر": "19", "الصبر": "19", " Being Patient ": "19",
		"charity": "25 26 29", "sadqa": "25 26 29", "صدقہ": "25 26 29", "prayer": "29", "fasting": "29", // not 3, 8 and 23, which name them
		"hajj": "", "friday": "", "sleep": "", "gham": "", "hope": "42", "hardship": "19",
		"parosi": "15", "neighbor": "15", "ghussa": "16", "غصہ": "16", "jannat": "22 29", "needle": "24", "bedouin camel": "",
		"nikah": "", "walidain": "", "maa baap": "", "mother": "", "والدین": "", "الوالدين": "", "parents": "", "zzz": "", "x": "",
	} {
		listed, err := s.ListHadith(t.Context(), &hadithv1.ListHadithRequest{Topic: proto.String(topic)})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range listed.GetHadiths() {
			got = append(got, h.GetNumber())
		}
		slices.Sort(got)
		if strings.Join(got, " ") != numbers || int(listed.GetCount()) != len(got) {
			t.Errorf("topic %q lists %v (%d), want %s", topic, got, listed.GetCount(), numbers)
		}
		for range 6 {
			answer, err := s.GetRandomHadith(t.Context(), &hadithv1.GetRandomHadithRequest{Topic: proto.String(topic)})
			if numbers == "" {
				wantCode(t, err, "NOT_FOUND", strconv.Quote(strings.TrimSpace(topic)))
			} else if err != nil || !slices.Contains(strings.Fields(numbers), answer.GetHadith().GetNumber()) {
				t.Errorf("a random hadith on %q is %s, %v, want one of %s", topic, answer.GetHadith().GetNumber(), err, numbers)
			}
		}
	}
	_, err := s.GetRandomHadith(t.Context(), &hadithv1.GetRandomHadithRequest{Topic: proto.String("walidain")})
	wantCode(t, err, "NOT_FOUND", `"walidain" (parents)`)
	wantCode(t, err, "NOT_FOUND", "hadith-svc import")
}

func TestASearchFindsTopicsByAnyName(t *testing.T) {
	s := serve(t, nil)
	for q, want := range map[string]string{
		"sabr": "19 23", "صبر": "19 23", "patience": "19 23", "patience prayer": "23", "walidain": "", "neighbor": "15",
		"husn e akhlaq": "12 15 16 18 20 27", "good character": "18 27",
	} {
		answer, err := s.ListHadith(t.Context(), &hadithv1.ListHadithRequest{Q: proto.String(q)})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range answer.GetHadiths() {
			got = append(got, h.GetNumber())
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%q finds %v, want %s", q, got, want)
		}
	}
	answer, err := s.ListHadith(t.Context(), &hadithv1.ListHadithRequest{Q: proto.String("sabr")})
	if err != nil || !strings.Contains(fmt.Sprint(answer.GetHadiths()[0].GetMatches()), "<mark>") {
		t.Errorf("what the topic's words are in the texts is not marked: %v, %v", answer, err)
	}
}

func TestSearchMarksItsHits(t *testing.T) {
	s := serve(t, nil)
	answer, err := s.ListHadith(t.Context(), &hadithv1.ListHadithRequest{Q: proto.String("النيات")})
	if err != nil || len(answer.GetHadiths()) != 1 || answer.GetCount() != 1 {
		t.Fatalf("answer = %v, %v", answer, err)
	}
	first := answer.GetHadiths()[0]
	if first.GetNumber() != "1" || len(first.GetMatches()) != 1 ||
		!strings.Contains(first.GetMatches()[0].GetExcerpt(), "<mark>بِالنِّيَّاتِ</mark>") {
		t.Errorf("found %v", first)
	}
}

func TestPagesOfAListAndOfASearchJoin(t *testing.T) {
	s := serve(t, nil)
	for _, q := range []*string{nil, proto.String("allah")} {
		seen := map[int32]bool{}
		req := &hadithv1.ListHadithRequest{Q: q, Limit: proto.Int32(7)}
		for {
			answer, err := s.ListHadith(t.Context(), req)
			if err != nil || answer.GetCount() != 42 {
				t.Fatalf("count %d, %v", answer.GetCount(), err)
			}
			for _, h := range answer.GetHadiths() {
				seen[h.GetId()] = true
			}
			if answer.NextPageToken == nil {
				break
			}
			req.PageToken = answer.NextPageToken
		}
		if len(seen) != 42 {
			t.Errorf("q %v: %d hadiths on all pages, want 42", q, len(seen))
		}
	}
}

func TestBadInput(t *testing.T) {
	s := serve(t, nil)
	for _, c := range []struct {
		req  *hadithv1.ListHadithRequest
		part string
	}{
		{&hadithv1.ListHadithRequest{Q: proto.String("a")}, "q"},
		{&hadithv1.ListHadithRequest{Q: proto.String(strings.Repeat("a", 10_000))}, "q"},
		{&hadithv1.ListHadithRequest{Q: proto.String(`"" ..`)}, "q"},
		{&hadithv1.ListHadithRequest{Collection: proto.String("none")}, "nawawi40"},
		{&hadithv1.ListHadithRequest{Collection: proto.String("Nawawi 40")}, "must be one of nawawi40"},
		{&hadithv1.ListHadithRequest{Collection: proto.String("")}, "collection"},
		{&hadithv1.ListHadithRequest{Book: proto.Int32(0)}, "book"},
		{&hadithv1.ListHadithRequest{Grade: proto.String("perfect")}, "grade"},
		{&hadithv1.ListHadithRequest{Limit: proto.Int32(101)}, "limit"},
		{&hadithv1.ListHadithRequest{PageToken: proto.String("xyz")}, "page_token"},
	} {
		_, err := s.ListHadith(t.Context(), c.req)
		wantCode(t, err, "VALIDATION_ERROR", c.part)
	}
	_, err := s.GetHadith(t.Context(), &hadithv1.GetHadithRequest{HadithId: 0})
	wantCode(t, err, "VALIDATION_ERROR", "hadith_id")
	_, err = s.GetHadith(t.Context(), &hadithv1.GetHadithRequest{HadithId: 43})
	wantCode(t, err, "NOT_FOUND", "43")
}

func TestAnEmptyLibrarySaysHowToFillIt(t *testing.T) {
	s := serve(t, func(c *hadithsvc.Config) { c.Forty = false })
	const command = "hadith-svc import"
	_, err := s.GetDailyHadith(t.Context(), &hadithv1.GetDailyHadithRequest{})
	wantCode(t, err, "NOT_FOUND", command)
	_, err = s.GetRandomHadith(t.Context(), &hadithv1.GetRandomHadithRequest{})
	wantCode(t, err, "NOT_FOUND", command)
	_, err = s.GetHadith(t.Context(), &hadithv1.GetHadithRequest{HadithId: 1})
	wantCode(t, err, "NOT_FOUND", command)
	_, err = s.ListHadith(t.Context(), &hadithv1.ListHadithRequest{Q: proto.String("patience")})
	wantCode(t, err, "NOT_FOUND", command)
	if answer, err := s.ListCollections(t.Context(), &hadithv1.ListCollectionsRequest{}); err != nil || answer.GetCount() != 0 {
		t.Errorf("collections = %v, %v, want none", answer, err)
	}
}

// day returns the date in Karachi.
func day(t time.Time) string { return t.In(time.FixedZone("", 5*60*60)).Format(time.DateOnly) }

func TestImportedWhileServingTodayStays(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		var url config.Secret
		s := serve(t, func(c *hadithsvc.Config) {
			url = config.Secret(engine.URL(t))
			c.Database.URL = url
			if err := hadithsvc.Migrate(t.Context(), t.Output(), *c); err != nil {
				t.Fatal(err)
			}
		})
		// The importing program takes the time of the machine, which may be years behind the service's or ahead of it.
		s.clock.Advance(time.Since(start).Abs().Truncate(24*time.Hour) + 3*365*24*time.Hour)
		today, tomorrow := s.daily(t, t.Context(), ""), s.daily(t, t.Context(), day(s.clock.Now().AddDate(0, 0, 1)))
		var out, progress strings.Builder
		program := kit.Program[hadithsvc.Config]{
			Name: hadithsvc.Name, Default: hadithsvc.DefaultConfig(), New: hadithsvc.Module,
			Commands: []kit.Command[hadithsvc.Config]{hadithsvc.Import(&progress)},
		}
		args := []string{
			"import", "--database-url", url.Reveal(), "--collection", "book", "--name", "A Book", "--licence", "CC BY 4.0",
			"internal/importing/testdata/ara-edition.json", "internal/importing/testdata/urd-edition.json",
		}
		if code := program.Run(t.Context(), args, &out, &out); code != 0 {
			t.Fatalf("exit code %d: %s", code, out.String())
		}
		if !strings.Contains(out.String(), "3 added, 2 changed, 0 unchanged, 1 without a text, 1 broken") ||
			!strings.Contains(progress.String(), "100 %") {
			t.Errorf("printed %s and %s", out.String(), progress.String())
		}
		if got := s.daily(t, t.Context(), ""); !proto.Equal(got, today) {
			t.Errorf("today's has become %v", got)
		}
		if got := s.daily(t, t.Context(), day(s.clock.Now().AddDate(0, 0, -30))); got.GetId() > 42 {
			t.Errorf("a day long past shows what was imported today: %v", got)
		}
		s.clock.Advance(24 * time.Hour)
		if got := s.daily(t, t.Context(), ""); got.GetId() != tomorrow.GetId() {
			t.Errorf("tomorrow's, which has begun somewhere, has become %v", got)
		}
		answer, err := s.ListCollections(t.Context(), &hadithv1.ListCollectionsRequest{})
		if err != nil || answer.GetCount() != 2 || answer.GetCollections()[0].GetLicence() != "CC BY 4.0" ||
			answer.GetCollections()[0].GetHadithCount() != 3 {
			t.Errorf("collections = %v, %v", answer, err)
		}
		found, err := s.ListHadith(t.Context(), &hadithv1.ListHadithRequest{
			Q: proto.String("نقصان"), Collection: proto.String("book"),
		})
		if err != nil || found.GetCount() != 1 || found.GetHadiths()[0].TextEnglish != nil {
			t.Errorf("found %v, %v, want the imported one without an English text", found, err)
		}
	})
}
