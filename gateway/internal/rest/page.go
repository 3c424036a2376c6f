package rest

import (
	"net/http"
	"strconv"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// writePageHeaders tells how many resources match in all, and where the next page is (RFC 8288).
func writePageHeaders(header http.Header, x exchange, response protoreflect.Message) {
	header.Set("X-Total-Count", strconv.FormatInt(response.Get(x.binding.page.count).Int(), 10))
	token := x.binding.page.nextPageToken
	if token == nil || !response.Has(token) || response.Get(token).String() == "" {
		return
	}
	next := *x.request.URL
	query := next.Query()
	query.Set("page_token", response.Get(token).String())
	next.RawQuery = query.Encode()
	header.Set("Link", "<"+next.RequestURI()+`>; rel="next"`)
}
