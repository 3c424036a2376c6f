package schema

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// HeaderKeyword is the keyword of a property that clients of MCP repeat in an HTTP header (SEP-2243).
const HeaderKeyword = "x-mcp-header"

// maxHeaderName is the length of the longest name of such a header.
const maxHeaderName = 64

// nameHeaders sets the headers in which the parameters of a request are repeated.
func (b *Builder) nameHeaders(root *jsonobject.Object, request protoreflect.MessageDescriptor) {
	properties, _ := root.Get("properties").(*jsonobject.Object)
	if properties == nil {
		return
	}
	named := map[string]bool{}
	for i := range request.Fields().Len() {
		field := request.Fields().Get(i)
		name := b.said(field).Header
		property, _ := properties.Get(field.TextName()).(*jsonobject.Object)
		if name == "" || property == nil {
			continue
		}
		var wrong string
		switch {
		case !isToken(name):
			wrong = fmt.Sprintf("the name has 1 to %d letters, digits and !#$%%&'*+-.^_`|~", maxHeaderName)
		case named[strings.ToLower(name)]:
			wrong = "another parameter has that header"
		case !isPrimitive(property.Get("type")):
			wrong = "only a text, an integer, or true and false can be repeated in a header"
		}
		if wrong != "" {
			b.mistake(fmt.Errorf("%s: header %q: %s", field.FullName(), name, wrong))
			continue
		}
		named[strings.ToLower(name)] = true
		property.Set(HeaderKeyword, name)
	}
}

func isPrimitive(kind any) bool { return kind == "string" || kind == "integer" || kind == "boolean" }

// isToken reports whether a name can be that of a header: a token of RFC 9110, section 5.6.2.
func isToken(name string) bool {
	isOther := func(r rune) bool {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		return !letter && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
	}
	return name != "" && len(name) <= maxHeaderName && !strings.ContainsFunc(name, isOther)
}
