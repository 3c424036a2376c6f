package assets

import (
	"net/http"
	"net/http/httptest"
	"path"
	"testing"
)

func TestIconsAreServedAtPathsThatStay(t *testing.T) {
	set, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	entries, err := icons.ReadDir("icons")
	if err != nil || len(entries) == 0 {
		t.Fatalf("%d icons, %v", len(entries), err)
	}
	const few = 512 // bytes, since a list repeats an icon for each tool
	for _, entry := range entries {
		at := path.Join(Prefix, "icons", entry.Name())
		answer := httptest.NewRecorder()
		set.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, at, nil))
		if answer.Code != http.StatusOK || answer.Header().Get("Content-Type") != "image/svg+xml" || answer.Body.String() != string(Icon(at)) {
			t.Errorf("%s: %d, %v: %s", at, answer.Code, answer.Header(), answer.Body)
		}
		if answer.Body.Len() > few {
			t.Errorf("%s has %d bytes, more than %d", at, answer.Body.Len(), few)
		}
	}
	for _, at := range []string{"", Prefix + "icons/", Prefix + "icons/none.svg", Prefix + "icons/../files/mark.svg", Prefix + "tasks.svg"} {
		if svg := Icon(at); svg != nil {
			t.Errorf("%q is %s", at, svg)
		}
	}
}
