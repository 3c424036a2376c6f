package rest

import (
	"net/http"
	"strconv"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// writePageHeaders tells how many resources match in all, and where the next page is (RFC 8288).
func writePageHeaders(header http.Header, x exchange, response protoreflect.Message) {
	fields := response.Descriptor().Fields()
	header.Set("X-Total-Count", strconv.FormatInt(response.Get(fields.ByNumber(x.binding.page.count)).Int(), 10))
	if x.binding.page.nextPageToken == 0 {
		return
	}
	token := response.Get(fields.ByNumber(x.binding.page.nextPageToken)).String()
	if token == "" {
		return
	}
	next := *x.request.URL
	query := next.Query()
	query.Set("page_token", token)
	next.RawQuery = query.Encode()
	header.Set("Link", "<"+next.RequestURI()+`>; rel="next"`)
}
