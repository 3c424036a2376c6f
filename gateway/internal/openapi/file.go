package openapi

import (
	"path"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

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
