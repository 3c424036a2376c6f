package offering

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/hiddentext"
)

// HiddenError refuses a text in which something is hidden from people that models read.
type HiddenError struct {
	// Place is where the text stands, such as "garden.proto: the comment of Garden.Sow".
	Place string
	Found *hiddentext.Found
	// File, Line and Column are where the declaration begins that the text belongs to, counted from 1; 0 if that is not known.
	File         string
	Line, Column int
}

func (e *HiddenError) Error() string {
	return fmt.Sprintf("%s holds %v: people do not see it and models read it, so take it out", e.Place, e.Found)
}

// CheckHidden refuses files in which something is hidden: in comments, which are the descriptions of tools and parameters, and in
// whatever else is text, such as titles, phrases, examples and the values that a parameter may have.
func CheckHidden(files *descriptorpb.FileDescriptorSet) error {
	for _, file := range files.GetFile() {
		content, err := proto.MarshalOptions{AllowPartial: true, Deterministic: true}.Marshal(file)
		if err != nil {
			return fmt.Errorf("%s: it cannot be encoded: %w", file.GetName(), err)
		}
		if err := checkFile(file, content, sha256.Sum256(content)); err != nil {
			return err
		}
	}
	return nil
}

// maxClear is how many files are known in which nothing is hidden. It is small, because files that only one service has are
// looked at once anyway.
const maxClear = 256

// clearFiles are the contents of files in which nothing is hidden, by their SHA-256: most services import the same files.
var clearFiles = struct {
	sync.Mutex
	files map[[sha256.Size]byte]struct{}
}{files: map[[sha256.Size]byte]struct{}{}}

// checkFile refuses hidden text in a file. sum is the SHA-256 of its content.
func checkFile(file *descriptorpb.FileDescriptorProto, content []byte, sum [sha256.Size]byte) error {
	if isPlain(file.ProtoReflect().Descriptor(), content) {
		return nil
	}
	clearFiles.Lock()
	_, known := clearFiles.files[sum]
	clearFiles.Unlock()
	if known {
		return nil
	}
	if err := checkComments(file); err != nil {
		return err
	}
	if err := checkTexts(file.ProtoReflect(), file.GetName()+":"); err != nil {
		return err
	}
	clearFiles.Lock()
	defer clearFiles.Unlock()
	if len(clearFiles.files) >= maxClear {
		clearFiles.files = map[[sha256.Size]byte]struct{}{}
	}
	clearFiles.files[sum] = struct{}{}
	return nil
}

func checkComments(file *descriptorpb.FileDescriptorProto) error {
	for _, location := range file.GetSourceCodeInfo().GetLocation() {
		for _, comment := range []string{location.GetLeadingComments(), location.GetTrailingComments()} {
			if found := hiddentext.Find(comment); found != nil {
				refused := &HiddenError{
					Place: file.GetName() + ": the comment of " + named(file, location.GetPath()), Found: found, File: file.GetName(),
				}
				if span := location.GetSpan(); len(span) > 1 {
					refused.Line, refused.Column = int(span[0])+1, int(span[1])+1
				}
				return refused
			}
		}
	}
	return nil
}

// checkTexts refuses hidden text in any field of a message, but for comments. place names the message.
func checkTexts(message protoreflect.Message, place string) (err error) {
	if name := nameOf(message); name != "" && message.Descriptor().FullName() != fileDescriptor {
		place += " " + name
	}
	message.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		if field.Message() != nil && field.Message().FullName() == sourceCodeInfo {
			return true
		}
		at := place + " " + field.TextName()
		switch {
		case field.IsList():
			for i := range value.List().Len() {
				if err = checkText(field, value.List().Get(i), fmt.Sprintf("%s[%d]", at, i), place); err != nil {
					return false
				}
			}
		case field.IsMap():
			value.Map().Range(func(key protoreflect.MapKey, value protoreflect.Value) bool {
				if err = checkText(field.MapKey(), key.Value(), at, place); err == nil {
					err = checkText(field.MapValue(), value, at, place)
				}
				return err == nil
			})
		default:
			err = checkText(field, value, at, place)
		}
		return err == nil
	})
	return err
}

const (
	fileDescriptor = "google.protobuf.FileDescriptorProto"
	sourceCodeInfo = "google.protobuf.SourceCodeInfo"
)

// checkText refuses hidden text in a value. at names it, and within the message that it is of: a message that has a name is
// called by that alone.
func checkText(field protoreflect.FieldDescriptor, value protoreflect.Value, at, within string) error {
	switch {
	case field.Kind() == protoreflect.StringKind:
		if found := hiddentext.Find(value.String()); found != nil {
			return &HiddenError{Place: at, Found: found}
		}
		return nil
	case field.Message() == nil:
		return nil
	case nameOf(value.Message()) != "":
		return checkTexts(value.Message(), within)
	default:
		return checkTexts(value.Message(), at)
	}
}

// nameOf returns the name of what a message of a descriptor declares; "" if it declares nothing.
func nameOf(message protoreflect.Message) string {
	if message.Descriptor().ParentFile().Package() != "google.protobuf" {
		return ""
	}
	field := message.Descriptor().Fields().ByName("name")
	if field == nil || field.Kind() != protoreflect.StringKind || field.IsList() {
		return ""
	}
	return message.Get(field).String()
}

// named returns the name of what a path of a file leads to, such as Garden.Sow; the package if it has none.
func named(file *descriptorpb.FileDescriptorProto, path []int32) string {
	message := file.ProtoReflect()
	var names []string
	for i := 0; i+1 < len(path); i += 2 {
		field := message.Descriptor().Fields().ByNumber(protoreflect.FieldNumber(path[i]))
		if field == nil || !field.IsList() || field.Message() == nil {
			break
		}
		list := message.Get(field).List()
		if int(path[i+1]) < 0 || int(path[i+1]) >= list.Len() {
			break
		}
		message = list.Get(int(path[i+1])).Message()
		if name := nameOf(message); name != "" {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "the file"
	}
	return strings.Join(names, ".")
}
