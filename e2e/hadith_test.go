package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// Readers of the library get what they expect at its paths, and each path has only its own part.
func TestHadithPaths(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	for _, c := range []struct {
		path   string
		status int
		parts  []string // of the body
	}{
		{"/api/v1/hadith?limit=2", http.StatusOK, []string{`[{"id":1,`, `"text_arabic":"عَنْ أَمِيرِ`}},
		{"/api/v1/hadith/1", http.StatusOK,
			[]string{`{"id":1,`, `"reference":"Sahih al-Bukhari 1; Sahih Muslim 1907; Forty Hadith of al-Nawawi 1"`}},
		{"/api/v1/hadith/daily?date=2026-03-01", http.StatusOK, []string{`"date":"2026-03-01"`}},
		{"/api/v1/hadith/random", http.StatusOK, []string{`"date":null`}},
		{"/api/v1/hadith/collections", http.StatusOK, []string{`[{"key":"nawawi40",`, `"hadith_count":42`, `"licence":"`}},
		{"/api/v1/hadith?q=%D8%A7%D9%84%D9%86%D9%8A%D8%A7%D8%AA", http.StatusOK, []string{`بِالنِّيَّاتِ`, `mark`}},
		{"/api/v1/hadith?q=%D9%84%D8%AF%D9%86%D9%8A%D8%A7&limit=1", http.StatusOK, []string{`mark`}}, // لدنيا, with a joined particle
		{"/api/v1/hadith?q=Qur%27an&topic=Cleanliness", http.StatusOK, []string{`"number":"23"`, `<mark>Quran</mark>`}},
		{"/api/v1/hadith?collection=Bukhari", http.StatusBadRequest, []string{"must be one of nawawi40"}},
		{"/api/v1/hadith/daily?date=21.11.2026", http.StatusBadRequest, []string{"such as 2026-11-30"}},
		{"/api/v1/hadith?grade=mawdu", http.StatusOK, []string{`[]`}},
		{"/api/v1/hadith/0", http.StatusBadRequest, []string{"hadith_id"}},
		{"/api/v1/hadith/43", http.StatusNotFound, []string{"43"}},
		{"/api/v1/hadith/first", http.StatusBadRequest, nil},
		{"/api/v1/hadith?q=a", http.StatusBadRequest, []string{`"field":"q"`}},
		{"/api/v1/hadith?q=" + strings.Repeat("a", 10_000), http.StatusBadRequest, nil},
		{"/api/v1/hadith?colection=x", http.StatusBadRequest, []string{"colection"}},
		{"/api/v1/hadith/daily?date=2026-02-30", http.StatusBadRequest, []string{`"field":"date"`}},
	} {
		answer := send(t, platform, "GET", c.path, "")
		if answer.status != c.status {
			t.Errorf("GET %.60s: %d %s, want %d", c.path, answer.status, answer.body, c.status)
		}
		for _, part := range c.parts {
			if !strings.Contains(answer.body, part) {
				t.Errorf("GET %.60s: no %s in %s", c.path, part, answer.body)
			}
		}
	}
	admin := []string{as(1), "X-User-Role: admin"}
	refused := send(t, platform, "PUT", "/api/v1/hadith/daily/2026-03-20", `{"hadith_id":7}`, as(1))
	if refused.status != http.StatusForbidden {
		t.Errorf("anybody sets a date: %d %s", refused.status, refused.body)
	}
	if set := send(t, platform, "PUT", "/api/v1/hadith/daily/2026-03-20", `{"hadith_id":7}`, admin...); set.status != http.StatusOK ||
		set.field(t, "id") != 7.0 {
		t.Errorf("an administrator sets a date: %d %s", set.status, set.body)
	}
	if daily := send(t, platform, "GET", "/api/v1/hadith/daily?date=2026-03-20", ""); daily.field(t, "id") != 7.0 {
		t.Errorf("the date has %s", daily.body)
	}
	if cleared := send(t, platform, "DELETE", "/api/v1/hadith/daily/2026-03-20", "", admin...); cleared.status != http.StatusNoContent {
		t.Errorf("an administrator takes it back: %d %s", cleared.status, cleared.body)
	}
	list := send(t, platform, "GET", "/api/v1/hadith?limit=2", "")
	if list.header.Get("X-Total-Count") != "42" || !strings.Contains(list.header.Get("Link"), `rel="next"`) {
		t.Errorf("headers of a page: %v", list.header)
	}
}
