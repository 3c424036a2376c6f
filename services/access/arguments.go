package access

import (
	"reflect"
	"unicode/utf8"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/transcode"
)

// What rules see of arguments is which there are, and how long. What they say is not for rules. Most rules ask about one argument,
// which is looked up in the request; only for other questions is a list or map of all made.

// names is the list of the arguments that there are.
type names struct {
	request proto.Message
	list    traits.Lister // nil until somebody needs it
}

var _ traits.Lister = (*names)(nil)

func (n *names) all() traits.Lister {
	if n.list == nil {
		var list []ref.Val
		for field := range transcode.Given(n.request) {
			list = append(list, types.String(field.Name()))
		}
		n.list = types.NewRefValList(types.DefaultTypeAdapter, list)
	}
	return n.list
}

func (n *names) Contains(name ref.Val) ref.Val {
	field, _ := find(n.request, name)
	return types.Bool(field != nil)
}

func (*names) Type() ref.Type                                 { return types.ListType }
func (n *names) Value() any                                   { return n.all().Value() }
func (n *names) Equal(other ref.Val) ref.Val                  { return n.all().Equal(other) }
func (n *names) Add(other ref.Val) ref.Val                    { return n.all().Add(other) }
func (n *names) Get(index ref.Val) ref.Val                    { return n.all().Get(index) }
func (n *names) Iterator() traits.Iterator                    { return n.all().Iterator() }
func (n *names) Size() ref.Val                                { return n.all().Size() }
func (n *names) ConvertToType(kind ref.Type) ref.Val          { return n.all().ConvertToType(kind) }
func (n *names) ConvertToNative(as reflect.Type) (any, error) { return n.all().ConvertToNative(as) }

// lengths is the map of the arguments that there are to their lengths.
type lengths struct {
	request proto.Message
	lengths traits.Mapper // nil until somebody needs it
}

var _ traits.Mapper = (*lengths)(nil)

func (l *lengths) all() traits.Mapper {
	if l.lengths == nil {
		all := map[ref.Val]ref.Val{}
		for field, value := range transcode.Given(l.request) {
			all[types.String(field.Name())] = length(field, value)
		}
		l.lengths = types.NewRefValMap(types.DefaultTypeAdapter, all)
	}
	return l.lengths
}

func (l *lengths) Contains(name ref.Val) ref.Val {
	field, _ := find(l.request, name)
	return types.Bool(field != nil)
}

func (l *lengths) Find(name ref.Val) (ref.Val, bool) {
	field, value := find(l.request, name)
	if field == nil {
		return nil, false
	}
	return length(field, value), true
}

func (*lengths) Type() ref.Type                                 { return types.MapType }
func (l *lengths) Value() any                                   { return l.all().Value() }
func (l *lengths) Equal(other ref.Val) ref.Val                  { return l.all().Equal(other) }
func (l *lengths) Get(name ref.Val) ref.Val                     { return l.all().Get(name) }
func (l *lengths) Iterator() traits.Iterator                    { return l.all().Iterator() }
func (l *lengths) Size() ref.Val                                { return l.all().Size() }
func (l *lengths) ConvertToType(kind ref.Type) ref.Val          { return l.all().ConvertToType(kind) }
func (l *lengths) ConvertToNative(as reflect.Type) (any, error) { return l.all().ConvertToNative(as) }

// find returns the field with a name and its value, nil if the request does not have it.
func find(request proto.Message, name ref.Val) (protoreflect.FieldDescriptor, protoreflect.Value) {
	text, ok := name.(types.String)
	if !ok {
		return nil, protoreflect.Value{}
	}
	return transcode.Find(request, protoreflect.Name(text))
}

// length is how many characters a text has, how many elements a list or map, how many bytes a message or bytes; else 1.
func length(field protoreflect.FieldDescriptor, value protoreflect.Value) types.Int {
	switch {
	case field.IsList():
		return types.Int(value.List().Len())
	case field.IsMap():
		return types.Int(value.Map().Len())
	case field.Kind() == protoreflect.StringKind:
		return types.Int(utf8.RuneCountInString(value.String()))
	case field.Kind() == protoreflect.BytesKind:
		return types.Int(len(value.Bytes()))
	case field.Message() != nil:
		return types.Int(proto.Size(value.Message().Interface()))
	}
	return 1
}
