package rest

import (
	"net/http"
	"strconv"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// writePageHeaders sets what a list's answer says of the total number of matching resources, whether there are more than that, and
// the link to the next page (RFC 8288).
func writePageHeaders(header http.Header, x *exchange, response protoreflect.Message) {
	// By number, because the descriptors of the binding and of the message may be different objects.
	fields := response.Descriptor().Fields()
	path := x.binding.path
	if path.Count != nil {
		count := strconv.FormatInt(response.Get(fields.ByNumber(path.Count.Number())).Int(), 10)
		header.Set("X-Total-Count", count)
		if path.CountCapped != nil && response.Get(fields.ByNumber(path.CountCapped.Number())).Bool() {
			header.Set("X-Total-Count-Capped", count+"+")
		}
	}
	if path.NextPageToken == nil {
		return
	}
	token := response.Get(fields.ByNumber(path.NextPageToken.Number())).String()
	if token == "" {
		return
	}
	next := *x.request.URL
	query := next.Query()
	query.Set("page_token", token)
	next.RawQuery = query.Encode()
	header.Set("Link", "<"+next.RequestURI()+`>; rel="next"`)
}
