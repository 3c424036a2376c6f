// Package requestbody reads HTTP request bodies that http.MaxBytesReader has limited.
package requestbody

import (
	"bytes"
	"errors"
	"io"
	"net/http"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/services/apperr"
)

// Read returns the body of a request. It may be empty.
func Read(r *http.Request) ([]byte, *apperr.Error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	body, err := io.ReadAll(r.Body)
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return nil, apperr.New(codes.ResourceExhausted, errorsv1.Reason_REASON_HTTP_ERROR,
			"the body is over the limit of %d bytes", tooLarge.Limit).WithCause(err)
	}
	if err != nil {
		return nil, apperr.New(codes.Canceled, errorsv1.Reason_REASON_HTTP_ERROR, "the body did not arrive in full").WithCause(err)
	}
	return body, nil
}

// Buffer reads the body of a request into memory. The next reader gets the same bytes and the same error at the end.
func Buffer(r *http.Request) {
	if r.Body == nil || r.Body == http.NoBody {
		return
	}
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = io.EOF
	}
	r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body), failing{err}))
}

// failing is a reader that returns an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
