package document_test

import (
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/salaatflow/platform/gateway/internal/document"
)

const body = `{"openapi":"3.1.0"}`

func get(d *document.Document, method string, header http.Header) *http.Response {
	recorder := httptest.NewRecorder()
	request := httptest.NewRequest(method, "/", nil)
	request.Header = header
	d.ServeHTTP(recorder, request)
	return recorder.Result()
}

func TestADocumentIsCompressedForWhoTakesThat(t *testing.T) {
	d := document.New("application/json", []byte(body))
	for accepted, want := range map[string]string{
		"": "", "gzip": "gzip", "br, GZIP;q=0.5": "gzip", "*": "gzip", "gzip;q=0": "", "gzip; q=0.0, *": "", "*;q=0": "",
		"*;q=0, gzip": "gzip", "deflate": "", "gzipped": "", "identity;q=0, gzip;q=1": "gzip",
	} {
		response := get(d, http.MethodGet, http.Header{"Accept-Encoding": {accepted}})
		if got := response.Header.Get("Content-Encoding"); got != want {
			t.Errorf("Accept-Encoding %q: encoding %q, want %q", accepted, got, want)
			continue
		}
		content := io.Reader(response.Body)
		if want == "gzip" {
			unzipped, err := gzip.NewReader(content)
			if err != nil {
				t.Fatal(err)
			}
			content = unzipped
		}
		if text, err := io.ReadAll(content); err != nil || string(text) != body {
			t.Errorf("Accept-Encoding %q: %q, %v", accepted, text, err)
		}
		if response.Header.Get("Vary") != "Accept-Encoding" || response.Header.Get("Content-Type") != "application/json" ||
			response.Header.Get("Content-Length") == "" {
			t.Errorf("headers %v", response.Header)
		}
	}
}

func TestWhoHasADocumentIsNotSentItAgain(t *testing.T) {
	d := document.New("application/json", []byte(body))
	plain := get(d, http.MethodGet, http.Header{}).Header.Get("ETag")
	zipped := get(d, http.MethodGet, http.Header{"Accept-Encoding": {"gzip"}}).Header.Get("ETag")
	if plain == zipped || plain == "" {
		t.Fatalf("the tags are %q and %q", plain, zipped)
	}
	for known, want := range map[string]int{
		plain: 304, "W/" + plain: 304, `"other", ` + plain: 304, "*": 304, `"other"`: 200, "": 200, zipped: 200,
	} {
		response := get(d, http.MethodGet, http.Header{"If-None-Match": {known}})
		if response.StatusCode != want {
			t.Errorf("If-None-Match %q: status %d, want %d", known, response.StatusCode, want)
		}
		if content, _ := io.ReadAll(response.Body); want == 304 && len(content) > 0 {
			t.Errorf("304 with a body")
		}
	}
	if other := document.New("application/json", []byte(body+" ")); get(other, http.MethodGet, http.Header{}).Header.Get("ETag") == plain {
		t.Error("another document has the same tag")
	}
}

func TestADocumentIsMadeOnceForAll(t *testing.T) {
	var cache document.Cache[int]
	var times atomic.Int64
	of := func(n int) *document.Document {
		made, err := cache.Get(n, "text/plain", func() ([]byte, error) {
			times.Add(1)
			return []byte(strconv.Itoa(n)), nil
		})
		if err != nil {
			t.Error(err)
		}
		return made
	}
	var asking sync.WaitGroup
	for range 50 {
		asking.Go(func() { of(1) })
	}
	asking.Wait()
	if first, second := of(1), of(1); times.Load() != 1 || first != second {
		t.Errorf("made %d times", times.Load())
	}
	if text, _ := io.ReadAll(get(of(2), http.MethodGet, http.Header{}).Body); string(text) != "2" || times.Load() != 2 {
		t.Errorf("after a change: %s, made %d times", text, times.Load())
	}
}

func TestWhatFailedIsTriedAgain(t *testing.T) {
	var cache document.Cache[int]
	wrong := errors.New("wrong")
	if _, err := cache.Get(1, "text/plain", func() ([]byte, error) { return nil, wrong }); !errors.Is(err, wrong) {
		t.Errorf("got %v", err)
	}
	made, err := cache.Get(1, "text/plain", func() ([]byte, error) { return []byte(strings.Repeat("x", 10)), nil })
	if err != nil || made == nil {
		t.Errorf("got %v", err)
	}
}
