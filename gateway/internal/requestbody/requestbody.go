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
	body, refused := read(r)
	if refused != nil {
		return nil, refused
	}
	return body, nil
}

// read also returns what it has read of a body that it refuses.
func read(r *http.Request) ([]byte, *apperr.Error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	if body, ok := Held(r); ok {
		return body, nil
	}
	body, err := readAll(r.Body, r.ContentLength)
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return body, overLimit(tooLarge.Limit).WithCause(err)
	}
	if err != nil {
		return body, apperr.New(codes.Canceled, errorsv1.Reason_REASON_HTTP_ERROR, "the body did not arrive in full").WithCause(err)
	}
	return body, nil
}

// ReadUpTo is Read of a body that may have so many bytes, of which http.MaxBytesReader lets more be read: with a refusal it returns
// what was read, to tell what is refused.
func ReadUpTo(r *http.Request, most int64) ([]byte, *apperr.Error) {
	body, refused := read(r)
	if int64(len(body)) > most {
		return body, overLimit(most)
	}
	return body, refused
}

func overLimit(most int64) *apperr.Error {
	return apperr.New(codes.ResourceExhausted, errorsv1.Reason_REASON_HTTP_ERROR, "the body is over the limit of %d bytes", most)
}

// readAll reads to the end, of about a length that may be unknown, or a lie.
func readAll(r io.Reader, length int64) ([]byte, error) {
	const known, unknown = 4096, 512
	if length < 0 || length > known {
		length = unknown
	}
	body := make([]byte, 0, length+1) // one more, so that the end is found without room for more
	for {
		n, err := r.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		if err == io.EOF {
			return body, nil
		}
		if err != nil {
			return body, err
		}
		if len(body) == cap(body) {
			body = append(body, 0)[:len(body)]
		}
	}
}

// Hold gives a request a body that was read already.
func Hold(r *http.Request, body []byte) {
	h := &held{body: body}
	h.Reset(body)
	r.Body = h
}

// Held returns the body of a request, if it is one of Hold that nobody has begun to read.
func Held(r *http.Request) ([]byte, bool) {
	h, ok := r.Body.(*held)
	if !ok || h.Len() != len(h.body) {
		return nil, false
	}
	return h.body, true
}

// held is a body that was read already.
type held struct {
	bytes.Reader
	body []byte
}

// Close implements io.Closer.
func (*held) Close() error { return nil }

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
