package rest

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// joining puts the values of path and query into the JSON object of the body.
type joining struct {
	request protoreflect.MessageDescriptor
	object  []byte // empty for none
	// members are those to come, each preceded by a comma.
	members    []byte
	violations []apperr.Violation
}

// add adds a value by the name of its field, or by the path of one in a message, such as goal.id.
func (j *joining) add(name string, values []string) {
	field := toolspec.FieldAt(j.request, name)
	value, ok := jsonValue(field, values)
	key, nameOK := toolspec.JSONScalar(protoreflect.StringKind, name)
	if !ok || !nameOK {
		j.violations = append(j.violations, apperr.Violation{
			Field: strings.ToValidUTF8(name, "\ufffd"), Message: "Expected valid UTF-8, given once",
		})
		return
	}
	if field != nil && strings.Contains(name, ".") {
		j.object = inserted(j.object, strings.Split(name, "."), value)
		return
	}
	j.members = slices.Concat(j.members, []byte{','}, key, []byte{':'}, value)
}

func (j *joining) whole() []byte { return joinObject(j.object, j.members) }

// inserted returns the object with a value at a path of fields. Objects on the way are made where they are missing. What is there
// already stays, so that the check finds the value given twice.
func inserted(object []byte, path []string, value []byte) []byte {
	key, member := `"`+path[0]+`":`, value // names of fields need no escapes
	if len(path) > 1 {
		if parsed, err := jsonobject.Parse(object); err == nil {
			if inner, ok := parsed.Get(path[0]).(json.RawMessage); ok && bytes.HasPrefix(bytes.TrimSpace(inner), []byte{'{'}) {
				parsed.Set(path[0], json.RawMessage(inserted(inner, path[1:], value)))
				if whole, err := jsonobject.Marshal(parsed); err == nil {
					return whole
				}
			}
		}
		member = inserted(nil, path[1:], value)
	}
	return joinObject(object, slices.Concat([]byte{','}, []byte(key), member))
}

// joinObject adds members, each preceded by a comma, to the JSON object in body. An empty body counts as an empty
// object.
func joinObject(body, members []byte) []byte {
	members = bytes.TrimPrefix(members, []byte{','})
	if len(body) == 0 {
		return slices.Concat([]byte{'{'}, members, []byte{'}'})
	}
	if len(members) == 0 {
		return body
	}
	body = bytes.TrimSpace(body)
	inner := bytes.TrimSpace(body[1 : len(body)-1])
	if len(inner) == 0 {
		return slices.Concat([]byte{'{'}, members, []byte{'}'})
	}
	return slices.Concat([]byte{'{'}, members, []byte{','}, inner, []byte{'}'})
}
