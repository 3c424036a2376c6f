package toolspec

import (
	"errors"
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	// The messages that protojson writes in a way of their own.
	_ "google.golang.org/protobuf/types/known/anypb"
	_ "google.golang.org/protobuf/types/known/durationpb"
	_ "google.golang.org/protobuf/types/known/emptypb"
	_ "google.golang.org/protobuf/types/known/fieldmaskpb"
	_ "google.golang.org/protobuf/types/known/structpb"
	_ "google.golang.org/protobuf/types/known/timestamppb"
	_ "google.golang.org/protobuf/types/known/wrapperspb"
)

var wellKnownFiles = []string{
	"google/protobuf/any.proto", "google/protobuf/duration.proto", "google/protobuf/empty.proto",
	"google/protobuf/field_mask.proto", "google/protobuf/struct.proto", "google/protobuf/timestamp.proto",
	"google/protobuf/wrappers.proto",
}

// checkWellKnown refuses messages under the name of a well-known one that are made otherwise: protojson goes by the
// name, and would panic at a field that is not there.
func checkWellKnown(files *protoregistry.Files) error {
	var mistakes []error
	for _, path := range wellKnownFiles {
		linked, err := protoregistry.GlobalFiles.FindFileByPath(path)
		if err != nil {
			return err
		}
		for i := range linked.Messages().Len() {
			want := linked.Messages().Get(i)
			found, err := files.FindDescriptorByName(want.FullName())
			if err != nil {
				continue // not used
			}
			if got, ok := found.(protoreflect.MessageDescriptor); !ok || !sameFields(got, want) {
				mistakes = append(mistakes, fmt.Errorf("descriptor set: %s is not the well-known message of that name", want.FullName()))
			}
		}
	}
	return errors.Join(mistakes...)
}

func sameFields(got, want protoreflect.MessageDescriptor) bool {
	if got.Fields().Len() != want.Fields().Len() {
		return false
	}
	for i := range want.Fields().Len() {
		wanted := want.Fields().Get(i)
		field := got.Fields().ByNumber(wanted.Number())
		if field == nil || field.Name() != wanted.Name() || field.Kind() != wanted.Kind() ||
			field.Cardinality() != wanted.Cardinality() || field.IsMap() != wanted.IsMap() ||
			field.HasPresence() != wanted.HasPresence() || !sameType(field, wanted) || !sameOneof(field, wanted) {
			return false
		}
	}
	return true
}

func sameType(got, want protoreflect.FieldDescriptor) bool {
	switch {
	case want.IsMap():
		return got.MapKey().Kind() == want.MapKey().Kind() && sameType(got.MapValue(), want.MapValue())
	case want.Message() != nil:
		return got.Message() != nil && got.Message().FullName() == want.Message().FullName()
	case want.Enum() != nil:
		return got.Enum() != nil && got.Enum().FullName() == want.Enum().FullName()
	}
	return true
}

func sameOneof(got, want protoreflect.FieldDescriptor) bool {
	if got.ContainingOneof() == nil || want.ContainingOneof() == nil {
		return got.ContainingOneof() == want.ContainingOneof()
	}
	return got.ContainingOneof().Name() == want.ContainingOneof().Name()
}
