package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/telemetry"
)

// karachi is the zone of the users here.
var karachi = time.FixedZone("", 5*60*60)

// startOnSaturdayMorning starts a platform at 10:00 on 21 November 2026 in Karachi, and waits until tasks remind by their prayers.
func startOnSaturdayMorning(t *testing.T, options harness.Options) *harness.Platform {
	t.Helper()
	options.Clock = clock.StartingAt(time.Date(2026, 11, 21, 10, 0, 0, 0, karachi))
	platform := harness.Start(t, options)
	eventually(t, "tasks-svc knows when prayers begin", func() bool {
		made := send(t, platform, "POST", "/api/v1/tasks", `{"title":"x","linked_prayer":"Isha"}`, as(7))
		return made.status == http.StatusCreated && made.field(t, "remind_at") != nil
	})
	return platform
}

// privateAddress makes a private address of the calendar feed of user 1, and returns its path.
func privateAddress(t *testing.T, platform *harness.Platform) string {
	t.Helper()
	made := send(t, platform, "POST", "/api/v1/calendars", `{"name":"phone"}`, as(1))
	path, _ := made.field(t, "path").(string)
	if made.status != http.StatusCreated || path == "" {
		t.Fatalf("made %+v", made)
	}
	return path
}

// A calendar program subscribes to a user's tasks by an address of its own: what follows a prayer is at that prayer's time of each day.
func TestACalendarSubscribesToTasks(t *testing.T) {
	platform := startOnSaturdayMorning(t, harness.Options{})
	send(t, platform, "PATCH", "/api/v1/users/me", `{"language":"ur-Latn"}`, as(1))
	send(t, platform, "POST", "/api/v1/tasks", `{"title":"Read","linked_prayer":"Isha","recurrence":"daily"}`, as(1))
	send(t, platform, "POST", "/api/v1/tasks", `{"title":"Give","due_datetime":"2026-11-24"}`, as(1))
	feed := send(t, platform, "GET", privateAddress(t, platform), "")
	read, err := ics.ParseCalendar(strings.NewReader(feed.body))
	if err != nil || feed.status != http.StatusOK || len(read.Events()) != 32 {
		t.Fatalf("%d, %v in\n%s", feed.status, err, feed.body)
	}
	days := 0
	for _, event := range read.Events() {
		if len(event.Alarms()) != 1 {
			t.Errorf("%s has %d alarms", event.Id(), len(event.Alarms()))
		}
		if event.GetProperty(ics.ComponentPropertySummary).Value != "Read" {
			continue
		}
		days++
		if text := event.GetProperty(ics.ComponentPropertyDescription).Value; text != "Jab Isha ka waqt shuru ho" {
			t.Errorf("it says %s", text)
		}
		start, err := event.GetStartAt()
		times := send(t, platform, "GET", "/api/v1/prayer-times?date="+start.In(karachi).Format(time.DateOnly), "", as(1))
		if isha := times.field(t, "start_datetimes.isha"); err != nil || isha != start.In(karachi).Format(time.RFC3339) {
			t.Errorf("it is at %v, %v, and Isha at %v", start, err, isha)
		}
	}
	if days != 31 {
		t.Errorf("it is there on %d days", days)
	}
}

// What is before a prayer is there at each day's own hour, with its alarm.
func TestACalendarHasEachDaysHourBeforeAPrayer(t *testing.T) {
	platform := startOnSaturdayMorning(t, harness.Options{})
	const dua = `{"title":"Dua","linked_prayer":"Maghrib","prayer_offset_minutes":-10,"recurrence":"daily"}`
	send(t, platform, "POST", "/api/v1/tasks", dua, as(1))
	feed := send(t, platform, "GET", "/api/v1/tasks.ics", "", as(1))
	read, err := ics.ParseCalendar(strings.NewReader(feed.body))
	if err != nil || len(read.Events()) != 31 {
		t.Fatalf("%v in\n%s", err, feed.body)
	}
	hours := map[string]bool{}
	for _, event := range read.Events() {
		start, err := event.GetStartAt()
		if err != nil {
			t.Fatal(err)
		}
		start = start.In(karachi)
		times := send(t, platform, "GET", "/api/v1/prayer-times?date="+start.Format(time.DateOnly), "", as(1))
		if maghrib := start.Add(10 * time.Minute).Format(time.RFC3339); times.field(t, "start_datetimes.maghrib") != maghrib {
			t.Errorf("it is at %v, and Maghrib at %v", start, times.field(t, "start_datetimes.maghrib"))
		}
		if text := event.GetProperty(ics.ComponentPropertyDescription).Value; text != "10 min before Maghrib begins" || len(event.Alarms()) != 1 {
			t.Errorf("it says %s, with %d alarms", text, len(event.Alarms()))
		}
		hours[start.Format(time.TimeOnly)] = true
	}
	if len(hours) < 5 {
		t.Errorf("a month has only the hours %v", hours)
	}
}

// A calendar program asks again whether the feed has changed, and an answer is kept by nobody who should not.
func TestACalendarIsToldOfChanges(t *testing.T) {
	platform := startOnSaturdayMorning(t, harness.Options{})
	send(t, platform, "POST", "/api/v1/tasks", `{"title":"Give","due_datetime":"2026-11-24"}`, as(1))
	path := privateAddress(t, platform)
	feed := send(t, platform, "GET", path, "")
	if feed.status != http.StatusOK || feed.header.Get("Content-Type") != "text/calendar; charset=utf-8" ||
		feed.header.Get("Cache-Control") != "private, no-cache" || feed.header.Get("Referrer-Policy") != "no-referrer" {
		t.Fatalf("the feed is %d %v: %.300s", feed.status, feed.header, feed.body)
	}
	unchanged := send(t, platform, "GET", path, "", "If-None-Match: "+feed.header.Get("ETag"))
	if unchanged.status != http.StatusNotModified || unchanged.body != "" {
		t.Errorf("asked again: %d", unchanged.status)
	}
	send(t, platform, "PATCH", "/api/v1/tasks/1/complete", "", as(1))
	changed := send(t, platform, "GET", path, "", "If-None-Match: "+feed.header.Get("ETag"))
	if changed.status != http.StatusOK || strings.Contains(changed.body, "Give") {
		t.Errorf("when a task is completed: %d %s", changed.status, changed.body)
	}
	signedIn := send(t, platform, "GET", "/api/v1/tasks.ics", "", as(1))
	if signedIn.status != http.StatusOK || signedIn.header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("signed in: %d %v", signedIn.status, signedIn.header)
	}
	if nobody := send(t, platform, "GET", "/api/v1/tasks.ics", ""); nobody.status != http.StatusUnauthorized {
		t.Errorf("nobody reads %+v", nobody)
	}
	if gone := send(t, platform, "DELETE", "/api/v1/calendars/1", "", as(1)); gone.status != http.StatusNoContent {
		t.Errorf("revoked: %+v", gone)
	}
	if gone := send(t, platform, "GET", path, ""); gone.status != http.StatusNotFound || strings.Contains(gone.body, path) {
		t.Errorf("a revoked address: %+v", gone)
	}
}

// A private address is in nothing that operators see or keep.
func TestACalendarsAddressShowsNowhere(t *testing.T) {
	collector, log, data := harness.StartCollector(t), &sharedLog{}, t.TempDir()
	platform := startOnSaturdayMorning(t, harness.Options{Log: log, Data: data, Telemetry: func(c *telemetry.Config) {
		c.OTLPEndpoint = collector.URL
		if err := c.Log.Level.UnmarshalText([]byte("debug")); err != nil {
			t.Fatal(err)
		}
	}})
	path := privateAddress(t, platform)
	secret := strings.Split(path, "/")[4]
	for _, request := range [][2]string{{"GET", path}, {"POST", path}, {"GET", path + "x"}, {"DELETE", "/api/v1/calendars/1"}, {"GET", path}} {
		send(t, platform, request[0], request[1], "", as(1))
	}
	var audited string
	platform.Eventually(t, "the audit has the address", func() bool {
		audited = send(t, platform, "GET", "/api/v1/audit?limit=200", "", as(1)).body
		return strings.Contains(audited, "DeleteCalendar")
	})
	platform.Eventually(t, "spans have arrived", func() bool { return strings.Contains(collector.Received(), "{secret}") })
	for where, text := range map[string]string{
		"the log": log.String(), "a span": collector.Received(), "the audit": audited, "a file": readAll(t, data),
		"a metric": send(t, platform, "GET", platform.Ops+"/metrics", "").body,
	} {
		if strings.Contains(text, secret) {
			t.Errorf("%s has the secret", where)
		}
	}
	if !strings.Contains(log.String(), "/api/v1/calendars/{secret}/tasks.ics") {
		t.Error("the requests are not logged, so that nothing was looked through")
	}
}

// The address alone is on standard output, and a list does not have it.
func TestCalendarsOnTheCommandLine(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	t.Setenv("SALAATFLOW_TOKEN_FILE", "")
	t.Setenv("SALAATFLOW_GATEWAY", platform.URL)
	user := []string{"--user", "7"}
	made := runCLI(t, append([]string{"calendar", "create", "my phone"}, user...)...)
	address := strings.TrimSpace(made.out)
	if made.code != 0 || !strings.HasPrefix(address, platform.URL+"/api/v1/calendars/") || strings.Contains(made.err, address) {
		t.Fatalf("created %+v", made)
	}
	read := func() int { return send(t, platform, "GET", address, "").status }
	if status := read(); status != http.StatusOK {
		t.Errorf("the address answers %d", status)
	}
	list := runCLI(t, append([]string{"calendar", "list"}, user...)...)
	if list.code != 0 || !strings.Contains(list.out, `"my phone"`) || strings.Contains(list.out, "tasks.ics") {
		t.Errorf("listed %+v", list)
	}
	revoked := runCLI(t, append([]string{"calendar", "revoke", "1"}, user...)...)
	if status := read(); revoked.code != 0 || status != http.StatusNotFound {
		t.Errorf("revoked %+v, and then it answers %d", revoked, status)
	}
	if again := runCLI(t, append([]string{"calendar", "revoke", "1"}, user...)...); again.code != 1 {
		t.Errorf("revoked again: %+v", again)
	}
}
