package transcode_test

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/transcode"
)

// sort is a type of requests.
type sort struct {
	of      protoreflect.MessageType
	checker *toolspec.Checker
	plain   bool // nothing in it is left to protojson
}

// requestSorts are the types that requests may have.
func requestSorts(t testing.TB) []sort {
	t.Helper()
	var sorts []sort
	for _, of := range types(t) {
		if checker, err := toolspec.NewChecker(of.Descriptor()); err == nil {
			sorts = append(sorts, sort{of, checker, isPlain(of.Descriptor(), map[protoreflect.FullName]bool{})})
		}
	}
	return sorts
}

func isPlain(message protoreflect.MessageDescriptor, seen map[protoreflect.FullName]bool) bool {
	if seen[message.FullName()] {
		return true
	}
	seen[message.FullName()] = true
	for i := range message.Fields().Len() {
		field := message.Fields().Get(i)
		switch {
		case field.IsMap(), field.Kind() == protoreflect.GroupKind,
			field.Enum() != nil && field.Enum().FullName() == "google.protobuf.NullValue",
			field.Message() != nil && (field.Message().ParentFile().Package() == "google.protobuf" || !isPlain(field.Message(), seen)):
			return false
		}
	}
	return message.ParentFile().Package() != "google.protobuf"
}

// sameRequest compares arguments that are checked and written in one pass with the same when they are checked, read by protojson and
// written. It reports whether they were written in one pass.
func sameRequest(t testing.TB, s sort, raw []byte) bool {
	t.Helper()
	violations := s.checker.Check(raw)
	wire, ok := s.checker.Wire(raw)
	name := s.of.Descriptor().FullName()
	switch {
	case ok && len(violations) > 0:
		t.Fatalf("%s %q is written although %v", name, raw, violations)
	case !ok && len(violations) == 0 && s.plain:
		t.Fatalf("%s %q is not written although nothing is wrong with it", name, raw)
	case !ok:
		return false
	}
	want := s.of.New().Interface()
	if len(raw) > 0 {
		if err := protojson.Unmarshal(raw, want); err != nil {
			t.Fatalf("%s %q is written although protojson refuses it: %v", name, raw, err)
		}
	}
	if got := transcode.NewRequest(s.of, wire); !proto.Equal(got, want) {
		t.Fatalf("%s %q\n got %v\nwant %v", name, raw, got, want)
	}
	return true
}

// A request has the same meaning, or is refused in the same words, as if its arguments had been checked first and then read by
// protojson: whatever stands in them, and however it is written.
func TestRequestsAreWrittenAsProtojsonReadsThem(t *testing.T) {
	random := filler{rand.New(rand.NewPCG(7, 8))}
	written, all := 0, 0
	for _, s := range requestSorts(t) {
		sameRequest(t, s, nil)
		for range *messages {
			raw := random.arguments(t, s.of)
			for _, raw := range [][]byte{raw, random.respelt(raw), random.miswritten(raw)} {
				if all++; sameRequest(t, s, raw) {
					written++
				}
			}
		}
	}
	t.Logf("%d of %d arguments were written in one pass", written, all)
	if written < all/10 {
		t.Errorf("only %d of %d arguments were written in one pass", written, all)
	}
}

// FuzzRequests: the same for arguments of whatever origin.
func FuzzRequests(f *testing.F) {
	sorts := requestSorts(f)
	random := filler{rand.New(rand.NewPCG(9, 10))}
	for i, s := range sorts {
		f.Add(uint16(i), random.arguments(f, s.of))
	}
	f.Fuzz(func(t *testing.T, chosen uint16, raw []byte) { sameRequest(t, sorts[int(chosen)%len(sorts)], raw) })
}

// arguments returns a random message as JSON; one in four is of what a service would refuse, such as a text with the character NUL.
func (r filler) arguments(t testing.TB, of protoreflect.MessageType) []byte {
	t.Helper()
	for range 100 {
		message := of.New()
		r.fill(message, 3)
		options := protojson.MarshalOptions{UseProtoNames: true, EmitUnpopulated: r.IntN(4) == 0, AllowPartial: true}
		raw, err := options.Marshal(message.Interface())
		if err != nil {
			continue // such as a timestamp out of range
		}
		if r.IntN(4) > 0 {
			raw = bytes.ReplaceAll(raw, []byte(`\u0000`), []byte(`\u0001`))
			for _, infinite := range []string{`"NaN"`, `"Infinity"`, `"-Infinity"`} {
				raw = bytes.ReplaceAll(raw, []byte(infinite), []byte(`0.5`))
			}
		}
		return raw
	}
	return []byte(`{}`)
}

// respelt writes JSON otherwise, perhaps with the same meaning.
func (r filler) respelt(raw []byte) []byte {
	var out []byte
	for _, c := range raw {
		switch {
		case c >= 'a' && c <= 'z' && r.IntN(30) == 0:
			out = append(out, `\u00`+strconv.FormatInt(int64(c), 16)...)
		case strings.IndexByte("{}[],:", c) >= 0 && r.IntN(8) == 0:
			out = append(append(out, ' ', c), "\t\r\n "[r.IntN(4)])
		case c >= '0' && c <= '9' && r.IntN(20) == 0:
			out = append(append(out, c), []string{".0", "e0", "E+1", "e-1", "0", ".5", "e400"}[r.IntN(7)]...)
		default:
			out = append(out, c)
		}
	}
	return out
}

// miswritten changes something of JSON, after which it may be none.
func (r filler) miswritten(raw []byte) []byte {
	out := bytes.Clone(raw)
	parts := []string{
		`null`, `true`, `0`, `-1`, `1e3`, `""`, `"x"`, `{}`, `[]`, `[null]`, `{"a":1}`, `"\ud800"`, "\"\xff\"",
		`"a":1,`, `,`, `}`, `"name":"x",`, `//`,
	}
	for range 1 + r.IntN(2) {
		at := r.IntN(len(out) + 1)
		if next := bytes.IndexAny(out[at:], ":,[{"); next >= 0 && r.IntN(2) == 0 {
			at += next + 1
		}
		end := min(len(out), at+r.IntN(4))
		if size := bytes.IndexAny(out[at:], ",]}"); size >= 0 && r.IntN(2) == 0 {
			end = at + size
		}
		switch r.IntN(4) {
		case 0:
			out = append(out[:at:at], out[end:]...)
		case 1:
			out = append(out[:end:end], out[at:]...)
		default:
			out = append(append(out[:at:at], parts[r.IntN(len(parts))]...), out[end:]...)
		}
	}
	return out
}

// asked are arguments of a list, a change and a small read.
var asked = []struct {
	name, arguments string
	of              proto.Message
}{
	{toolnames.ListTasks, `{"status":"pending","priority":"high","limit":20}`, &tasksv1.ListTasksRequest{}},
	{toolnames.CreateTask, `{"title":"Recite Surah al-Kahf","description":"The whole of it, slowly","priority":"high","linked_prayer":"Fajr"}`,
		&tasksv1.CreateTaskRequest{}},
	{toolnames.GetUserInfo, `{}`, &usersv1.GetUserInfoRequest{}},
}

// BenchmarkRequest makes requests of arguments until they can be sent: in one pass, and as before.
func BenchmarkRequest(b *testing.B) {
	for _, call := range asked {
		of := call.of.ProtoReflect().Type()
		checker, err := toolspec.NewChecker(of.Descriptor())
		if err != nil {
			b.Fatal(err)
		}
		if violations := checker.Check([]byte(call.arguments)); violations != nil {
			b.Fatal(violations)
		}
		b.Run(call.name+"/at once", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, ok := checker.Wire([]byte(call.arguments)); !ok {
					b.Fatal("not written")
				}
			}
		})
		b.Run(call.name+"/before", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				request := of.New().Interface()
				if checker.Check([]byte(call.arguments)) != nil || protojson.Unmarshal([]byte(call.arguments), request) != nil {
					b.Fatal("refused")
				}
				if _, err := proto.Marshal(request); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
