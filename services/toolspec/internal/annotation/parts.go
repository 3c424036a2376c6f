package annotation

import "google.golang.org/protobuf/reflect/protoreflect"

// Part is what a field means to the platform, whatever it is called: it is no parameter and no data.
type Part string

// The parts, by the messages of salaatflow.tools.v1 that are them.
const (
	PartContent       Part = "salaatflow.tools.v1.Content"
	PartProgress      Part = "salaatflow.tools.v1.Progress"
	PartLog           Part = "salaatflow.tools.v1.Log"
	PartInputRequired Part = "salaatflow.tools.v1.InputRequired"
	PartInputs        Part = "salaatflow.tools.v1.Inputs"
)

// PartOf returns the part that a field is; empty for a parameter or data.
func PartOf(field protoreflect.FieldDescriptor) Part {
	if field.Message() == nil || field.IsMap() {
		return ""
	}
	switch part := Part(field.Message().FullName()); part {
	case PartContent, PartProgress, PartLog, PartInputRequired, PartInputs:
		return part
	default:
		return ""
	}
}
