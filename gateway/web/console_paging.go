package web

import (
	"net/http"
	"strconv"
)

// slice is a page of a list that is at hand as a whole.
type slice struct {
	From, To int
	// Next is the address of the page after it; empty if it is the last.
	Next string
}

// sliceOf returns the page of a list of so many that a request asks for, of at most most.
func sliceOf(r *http.Request, count, most int) slice {
	query := r.URL.Query()
	from, err := strconv.Atoi(query.Get("from"))
	if err != nil || from < 0 || from > count {
		from = 0
	}
	shown := slice{From: from, To: min(from+most, count)}
	if shown.To < count {
		query.Del("notice")
		query.Set("from", strconv.Itoa(shown.To))
		shown.Next = r.URL.Path + "?" + query.Encode()
	}
	return shown
}
