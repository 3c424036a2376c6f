package requestbody_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/salaatflow/platform/gateway/internal/requestbody"
)

func TestABodyIsReadOrRefusedBufferedOrNot(t *testing.T) {
	const limit = 8
	gone := iotest.ErrReader(errors.New("the client is gone"))
	for _, tc := range []struct {
		name, sent string
		end        io.Reader
		want       string
		refusal    string
		status     int
	}{
		{"none", "", nil, "", "", 0},
		{"up to the limit", "12345678", nil, "12345678", "", 0},
		{"over the limit", "123456789", nil, "", "the body is over the limit of 8 bytes", http.StatusRequestEntityTooLarge},
		{"cut off", "123", gone, "", "the body did not arrive in full", 499},
	} {
		for _, buffered := range []bool{false, true} {
			var body io.Reader
			if tc.sent != "" {
				body = strings.NewReader(tc.sent)
			}
			if tc.end != nil {
				body = io.MultiReader(body, tc.end)
			}
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", body)
			r.Body = http.MaxBytesReader(httptest.NewRecorder(), r.Body, limit)
			if buffered {
				requestbody.Buffer(r)
			}
			got, refused := requestbody.Read(r)
			if string(got) != tc.want || (refused == nil) != (tc.refusal == "") {
				t.Errorf("%s, buffered %t: %q, %v", tc.name, buffered, got, refused)
			}
			if refused != nil && (refused.Message != tc.refusal || refused.HTTPStatus() != tc.status) {
				t.Errorf("%s, buffered %t: refused with %d, %q", tc.name, buffered, refused.HTTPStatus(), refused.Message)
			}
		}
	}
}

// A body that was read is not read again, unless somebody began to.
func TestABodyThatIsHeldIsReadAsItIs(t *testing.T) {
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil)
	body := []byte("text")
	requestbody.Hold(r, body)
	got, refused := requestbody.Read(r)
	if refused != nil || &got[0] != &body[0] {
		t.Errorf("%q, %v", got, refused)
	}
	if _, err := r.Body.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if got, refused := requestbody.Read(r); refused != nil || string(got) != "ext" {
		t.Errorf("the rest is %q, %v", got, refused)
	}
}

// The length that a client gives may be wrong, or unknown.
func TestABodyIsReadToItsEnd(t *testing.T) {
	for _, size := range []int{0, 1, 511, 512, 513, 4096, 4097, 100_000} {
		for _, length := range []int64{-1, 0, 1, int64(size), int64(size) + 1, 1 << 40} {
			text := strings.Repeat("x", size)
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", io.NopCloser(strings.NewReader(text)))
			r.ContentLength = length
			if got, refused := requestbody.Read(r); refused != nil || string(got) != text {
				t.Errorf("%d bytes said to be %d: %d, %v", size, length, len(got), refused)
			}
		}
	}
}
