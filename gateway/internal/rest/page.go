package rest

import (
	"net/http"
	"strconv"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// writePageHeaders sets the total number of matching resources, whether there are more than that, and the link to the next
// page (RFC 8288).
func writePageHeaders(header http.Header, x *exchange, response protoreflect.Message) {
	// By number, because the descriptors of the binding and of the message may be different objects.
	fields := response.Descriptor().Fields()
	count := response.Get(fields.ByNumber(x.binding.path.Count.Number())).Int()
	header.Set("X-Total-Count", strconv.FormatInt(count, 10))
	if capped := x.binding.path.CountCapped; capped != nil && response.Get(fields.ByNumber(capped.Number())).Bool() {
		header.Set("X-Total-Count-Capped", strconv.FormatInt(count, 10)+"+")
	}
	if x.binding.path.NextPageToken == nil {
		return
	}
	token := response.Get(fields.ByNumber(x.binding.path.NextPageToken.Number())).String()
	if token == "" {
		return
	}
	next := *x.request.URL
	query := next.Query()
	query.Set("page_token", token)
	next.RawQuery = query.Encode()
	header.Set("Link", "<"+next.RequestURI()+`>; rel="next"`)
}
