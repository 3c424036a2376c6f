package rest

import (
	"reflect"
	"slices"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/services/compactjson"
)

// marshaler writes responses as compactly as the other edges, with proto field names and unset fields.
type marshaler struct{ runtime.JSONPb }

func newMarshaler() *marshaler {
	return &marshaler{runtime.JSONPb{MarshalOptions: protojson.MarshalOptions{UseProtoNames: true, EmitUnpopulated: true}}}
}

var messageType = reflect.TypeFor[proto.Message]()

// Marshal writes a message like a tool's data, and a list of messages into one buffer. grpc-gateway's own would use
// one buffer for each.
func (m *marshaler) Marshal(answer any) ([]byte, error) {
	if message, ok := answer.(proto.Message); ok {
		return compactjson.Append(nil, message)
	}
	list := reflect.ValueOf(answer)
	if list.Kind() != reflect.Slice || list.Len() < 2 || !list.Type().Elem().Implements(messageType) {
		text, err := m.JSONPb.Marshal(answer)
		return compactjson.Compact(text), err
	}
	text := []byte{'['}
	for i := range list.Len() {
		message, _ := list.Index(i).Interface().(proto.Message)
		var err error
		if text, err = compactjson.Append(text, message); err != nil {
			return nil, err
		}
		if i == 0 { // the others are probably about as long
			text = slices.Grow(text, len(text)*list.Len()*5/4)
		}
		text = append(text, ',')
	}
	text[len(text)-1] = ']'
	return text, nil
}
