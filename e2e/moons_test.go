package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/e2e/harness"
)

// A moon that an administrator announces counts at once for everybody in its country, in the chat and over REST, and in no other.
func TestAnAnnouncedMoonIsWhatEverybodyIsTold(t *testing.T) {
	platform := harness.Start(t, harness.Options{Clock: clockwork.NewFakeClockAt(dialogueTime)})
	const shawwal = "/api/v1/moon-announcements/PK/1447/10"
	admin := []string{as(1), administrator}
	tells := func(say, want string) {
		t.Helper()
		if got := newTalk(platform).say(t, say); !strings.Contains(got.Message, want) {
			t.Errorf("%q: %s, want %s", say, got.Message, want)
		}
	}
	tells("eid kab hai", "Eid ul Fitr hafta 21 March hai: yakum Shawwal 1447. Yaani 19 din baad. "+
		"Yeh mutawaqqe hai, chaand ka ailaan abhi nahi hua")
	if got := send(t, platform, "PUT", shawwal, `{"first_day":"2026-03-20"}`, as(5)); got.status != http.StatusForbidden {
		t.Errorf("a user announces: %d %s", got.status, got.body)
	}
	if got := send(t, platform, "PUT", shawwal, `{"first_day":"2026-03-22"}`, admin...); got.status != http.StatusUnprocessableEntity &&
		got.status != http.StatusBadRequest || !strings.Contains(got.body, "would have") && !strings.Contains(got.body, "expects") {
		t.Errorf("31 days of Ramadan: %d %s", got.status, got.body)
	}
	announced := `{"first_day":"2026-03-20","source":"Central Ruet-e-Hilal Committee"}`
	if got := send(t, platform, "PUT", shawwal, announced, admin...); got.status != 200 ||
		!strings.Contains(got.body, `"month_name":"Shawwal"`) {
		t.Errorf("announced: %d %s", got.status, got.body)
	}
	tells("eid kab hai", "Eid ul Fitr jumma 20 March hai: yakum Shawwal 1447. Yaani 18 din baad. Chaand ka ailaan ho chuka hai.")
	tells("عید کب ہے", "عید الفطر جمعہ ۲۰ مارچ ہے")
	tells("Eid se pehle fitrana dene ka task bana do", "yakum Shawwal 1447 jumma 20 March hai")
	india := send(t, platform, "GET", "/api/v1/islamic-date?occasion=eid_al_fitr&city=Delhi", "")
	if !strings.Contains(india.body, `"date":"2026-03-21"`) || !strings.Contains(india.body, `"announced":false`) {
		t.Errorf("in India: %d %s", india.status, india.body)
	}
	got := send(t, platform, "GET", "/api/v1/moon-announcements?country=PK", "", admin...)
	if !strings.Contains(got.body, `"first_day":"2026-03-20"`) {
		t.Errorf("listed: %d %s", got.status, got.body)
	}
	if got := send(t, platform, "DELETE", shawwal, "", admin...); got.status != 200 && got.status != http.StatusNoContent {
		t.Errorf("withdrawn: %d %s", got.status, got.body)
	}
	tells("when is eid", "Saturday, 21 March")
	if got := send(t, platform, "DELETE", shawwal, "", admin...); got.status != http.StatusNotFound {
		t.Errorf("withdrawn again: %d %s", got.status, got.body)
	}
}

func TestAnnouncedMoonsAreInTheAudit(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	const ramadan, first = "/api/v1/moon-announcements/PK/1448/9", `{"first_day":"2027-02-10"}`
	send(t, platform, "PUT", ramadan, first, as(5))
	send(t, platform, "PUT", ramadan, first, as(1), administrator)
	send(t, platform, "DELETE", ramadan, "", as(1), administrator)
	seen := map[string]int{}
	platform.Eventually(t, "the audit has them", func() bool {
		clear(seen)
		for _, entry := range auditOf(t, platform, "", as(9), administrator) {
			_, method, _ := strings.Cut(entry.Tool, "MasjidService")
			seen[strings.Trim(method, "./")+" "+entry.Decision+" "+entry.Result]++
		}
		return seen["AnnounceMoon refused FORBIDDEN"] == 1 && seen["AnnounceMoon allowed OK"] == 1 &&
			seen["WithdrawMoonAnnouncement allowed OK"] == 1
	})
}
