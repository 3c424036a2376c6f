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
