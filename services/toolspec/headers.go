package toolspec

import (
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
)

// headersOf returns the headers in which parameters are repeated, by the parameter. The schema of the request tells what is wrong with
// them.
func headersOf(request protoreflect.MessageDescriptor) map[string]string {
	var headers map[string]string
	for i := range request.Fields().Len() {
		field := request.Fields().Get(i)
		said, err := annotation.OfField(field)
		if err != nil || said.Header == "" { // an option that cannot be read is told of elsewhere
			continue
		}
		if headers == nil {
			headers = map[string]string{}
		}
		headers[field.TextName()] = said.Header
	}
	return headers
}
