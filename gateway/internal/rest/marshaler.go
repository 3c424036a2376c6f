package rest

import (
	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/salaatflow/platform/services/compactjson"
)

// marshaler writes what grpc-gateway still answers itself as compactly as everything else, with proto field names and unset
// fields.
type marshaler struct{ runtime.JSONPb }

func newMarshaler() *marshaler {
	return &marshaler{runtime.JSONPb{MarshalOptions: protojson.MarshalOptions{UseProtoNames: true, EmitUnpopulated: true}}}
}

// Marshal implements runtime.Marshaler.
func (m *marshaler) Marshal(answer any) ([]byte, error) {
	text, err := m.JSONPb.Marshal(answer)
	return compactjson.Compact(text), err
}
