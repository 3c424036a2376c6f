package assets

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"
)

// What is others' is as they published it, or as the page of sources says it was made of that.
func TestFilesOfOthersAreAsTheyWere(t *testing.T) {
	for name, want := range map[string]string{
		"htmx.min.js":    "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717",
		"nastaliq.woff2": "10718b2ae9f9ed8604fc9309d7c7b8840f6e60cc30970b12ef0fe552baae6b63",
		"naskh.woff2":    "e165ee2ba7fa068fd9f4c2b0dbecdde066ece3ae097e42b17d2c444cda4665de",
	} {
		content, err := files.ReadFile("files/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s has another digest: %x", name, sum)
		}
	}
}

func TestAStyleNamesFilesByTheirDigest(t *testing.T) {
	set, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	url, err := set.URL("app.css")
	if err != nil {
		t.Fatal(err)
	}
	answer := httptest.NewRecorder()
	set.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, url, nil))
	named := regexp.MustCompile(`url\(([^)]+)\)`).FindAllStringSubmatch(answer.Body.String(), -1)
	if len(named) == 0 {
		t.Fatal("the style names no file")
	}
	for _, one := range named {
		found := httptest.NewRecorder()
		set.ServeHTTP(found, httptest.NewRequest(http.MethodGet, one[1], nil))
		if found.Code != http.StatusOK {
			t.Errorf("%s: %d", one[1], found.Code)
		}
	}
	gone := httptest.NewRecorder()
	set.ServeHTTP(gone, httptest.NewRequest(http.MethodGet, Prefix+"app.css", nil))
	if gone.Code != http.StatusNotFound {
		t.Errorf("a file without its digest: %d", gone.Code)
	}
}
