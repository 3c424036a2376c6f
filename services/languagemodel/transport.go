package languagemodel

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// maxAnswerBytes is the size of the largest answer accepted.
const maxAnswerBytes = 1 << 20

var errTooLarge = errors.New("it is larger than 1 MiB")

func newTransport() *http.Transport {
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		ForceAttemptHTTP2:   true,
		MaxIdleConnsPerHost: 4,
		IdleConnTimeout:     90 * time.Second,
		TLSHandshakeTimeout: 10 * time.Second,
	}
}

// wholeAnswers returns an answer only when all of it has arrived, and limits its size. So a broken connection is not taken
// for a malformed answer.
type wholeAnswers struct{ next http.RoundTripper }

// RoundTrip sends the request, and reads the whole answer.
func (w wholeAnswers) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := w.next.RoundTrip(request)
	if err != nil {
		return nil, err // http.Client adds what was asked
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswerBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the answer: %w", err)
	case len(body) > maxAnswerBytes:
		return nil, errTooLarge
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, nil
}

// exchange is one request and its answer: what openai leaves out of an error, its header, is kept.
type exchange struct {
	client   http.Client
	response *http.Response
}

// Do sends the request.
func (e *exchange) Do(request *http.Request) (response *http.Response, err error) {
	e.response, err = e.client.Do(request)
	return e.response, err
}
