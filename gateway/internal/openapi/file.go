package openapi

import (
	"path"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// isFile reports whether an RPC's response is not JSON.
func isFile(method protoreflect.MethodDescriptor) bool {
	return method.Output().FullName() == "google.api.HttpBody"
}

// mediaTypes maps the extension of a path to a media type.
var mediaTypes = map[string]string{".ics": "text/calendar"}

// fileAnswer describes a success that is not JSON.
func fileAnswer(answer *jsonobject.Object, rest toolspec.RESTPath) *jsonobject.Object {
	mediaType, known := mediaTypes[path.Ext(rest.Path)]
	if !known {
		mediaType = "*/*"
	}
	text := func() *jsonobject.Object { return new(jsonobject.Object).Set("type", "string") }
	answer.Set("headers", new(jsonobject.Object).Set("ETag", new(jsonobject.Object).
		Set("description", "To be sent as If-None-Match when it is asked for again.").Set("schema", text())))
	return answer.Set("content",
		new(jsonobject.Object).Set(mediaType, new(jsonobject.Object).Set("schema", text())))
}
