package toolclient

import (
	"encoding/json"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// dataOf returns a result as JSON without some of its fields, which it clears; a nil one stands for none.
func dataOf(result protoreflect.Message, without []protoreflect.FieldDescriptor) (json.RawMessage, error) {
	for _, field := range without {
		if field != nil {
			result.Clear(field)
		}
	}
	text, err := compactjson.Append(nil, result.Interface())
	if err != nil {
		return nil, err
	}
	data, err := jsonobject.Parse(text)
	if err != nil {
		return nil, err
	}
	for _, field := range without {
		if field != nil {
			data.Delete(field.TextName())
		}
	}
	return jsonobject.Marshal(data)
}
