package backoff

import (
	"net/http"
	"strconv"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// longestAsked bounds what RetryAfter returns.
const longestAsked = 24 * time.Hour

// RetryAfter returns for how long an answer asks to be left alone (RFC 9110, 10.2.3: seconds or a date), at most a day. It is 0 if the
// answer does not say, or nothing that can be read.
func RetryAfter(header http.Header, clock clock.Clock) time.Duration {
	said := header.Get("Retry-After")
	if seconds, err := strconv.Atoi(said); err == nil {
		return time.Duration(min(max(seconds, 0), int(longestAsked/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(said); err == nil {
		return min(max(0, clock.Until(at)), longestAsked)
	}
	return 0
}
