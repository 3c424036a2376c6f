package transcode_test

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	// Every message of the contract.
	_ "google.golang.org/genproto/googleapis/api/httpbody"

	_ "github.com/salaatflow/platform/proto/salaatflow/audit/v1"
	_ "github.com/salaatflow/platform/proto/salaatflow/chat/v1"
	_ "github.com/salaatflow/platform/proto/salaatflow/gateway/v1"
	_ "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
	_ "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
	_ "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	_ "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	_ "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/toolspec/prototest"
	"github.com/salaatflow/platform/services/transcode"
)

var messages = flag.Int("messages", 100, "how many random messages of each type are written")

//go:embed testdata/sorts.proto
var sorts string

// types are the message types of the contract, generated and dynamic, and of testdata/sorts.proto.
func types(t testing.TB) []protoreflect.MessageType {
	t.Helper()
	var found []protoreflect.MessageType
	protoregistry.GlobalTypes.RangeMessages(func(linked protoreflect.MessageType) bool {
		name := string(linked.Descriptor().FullName())
		if strings.HasPrefix(name, "salaatflow.") || name == "google.api.HttpBody" {
			found = append(found, linked, dynamicpb.NewMessageType(linked.Descriptor()))
		}
		return true
	})
	files := prototest.Compile(t, map[string]string{"sorts/v1/sorts.proto": sorts})
	file, err := files.FindFileByPath("sorts/v1/sorts.proto")
	if err != nil {
		t.Fatal(err)
	}
	for i := range file.Messages().Len() {
		found = append(found, dynamicpb.NewMessageType(file.Messages().Get(i)))
	}
	slices.SortStableFunc(found, func(a, b protoreflect.MessageType) int {
		return strings.Compare(string(a.Descriptor().FullName()), string(b.Descriptor().FullName()))
	})
	return found
}

// built writes a message as it was written before there were plans.
func built(of protoreflect.MessageType, wire []byte) ([]byte, error) {
	message := of.New().Interface()
	if err := proto.Unmarshal(wire, message); err != nil {
		return nil, err
	}
	return compactjson.Append([]byte("before"), message)
}

// same compares the two ways.
func same(t testing.TB, plan *transcode.Plan, of protoreflect.MessageType, wire []byte) {
	t.Helper()
	want, wantErr := withoutPanic(func() ([]byte, error) { return built(of, wire) })
	got, gotErr := withoutPanic(func() ([]byte, error) { return plan.Append([]byte("before"), wire) })
	if (wantErr == nil) != (gotErr == nil) || wantErr != nil && withoutSpaces(wantErr) != withoutSpaces(gotErr) {
		t.Fatalf("%s %x\n got %v\nwant %v", of.Descriptor().FullName(), wire, gotErr, wantErr)
	}
	if gotErr == nil && string(got) != string(want) {
		t.Fatalf("%s %x\n got %s\nwant %s", of.Descriptor().FullName(), wire, got, want)
	}
}

// withoutPanic makes an error of a panic: protobuf has one at a dynamic map's entry without a key.
func withoutPanic(write func() ([]byte, error)) (text []byte, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	return write()
}

// withoutSpaces undoes the white space that protobuf puts into its errors, so that nobody relies on them.
func withoutSpaces(err error) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(err.Error(), "\u00a0", " ")), " ")
}

// An answer is the same bytes, or the same error, as if its message had been built and written by protojson: whatever stands in
// it, in whatever order, and broken off wherever.
func TestAnswersAreWrittenAsProtojsonWritesThem(t *testing.T) {
	random := filler{rand.New(rand.NewPCG(1, 2))}
	all := types(t)
	t.Logf("%d message types, %d messages and as many disturbed ones of each", len(all), *messages)
	for _, of := range all {
		plan := transcode.New(of)
		same(t, plan, of, nil)
		for range *messages {
			wire, err := random.wire(of)
			if err != nil {
				t.Fatal(err)
			}
			same(t, plan, of, wire)
			same(t, plan, of, random.disturb(wire))
		}
	}
}

// One field of a message alone is written as it is in the message; and a message that is wrong elsewhere is refused for it.
func TestOneFieldIsWrittenAsInTheWhole(t *testing.T) {
	random := filler{rand.New(rand.NewPCG(5, 6))}
	for _, of := range types(t) {
		for i := range of.Descriptor().Fields().Len() {
			field := of.Descriptor().Fields().Get(i)
			if field.Message() == nil || field.IsMap() {
				continue
			}
			whole, only := transcode.New(of), transcode.New(of).Only(field, "null")
			for range *messages / 5 {
				wire, err := random.wire(of)
				if err != nil {
					t.Fatal(err)
				}
				for _, wire := range [][]byte{wire, random.disturb(wire), nil} {
					sameField(t, of, whole, only, field, wire)
				}
			}
		}
	}
}

func sameField(t *testing.T, of protoreflect.MessageType, whole, only *transcode.Plan, field protoreflect.FieldDescriptor, wire []byte) {
	t.Helper()
	if panics(of, wire) {
		return
	}
	all, wantErr := withoutPanic(func() ([]byte, error) { return whole.Append(nil, wire) })
	got, err := withoutPanic(func() ([]byte, error) { return only.Append([]byte("before"), wire) })
	if wantErr != nil {
		if err == nil && wrongWithout(of, field, wire) {
			t.Fatalf("%s %x\n got %s\nwant %v", field.FullName(), wire, got, wantErr)
		}
		return
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(all, &members); err != nil {
		t.Fatal(err)
	}
	want := members[field.TextName()]
	if want == nil {
		want = []byte("null")
	}
	if err != nil || string(got) != "before"+string(want) {
		t.Fatalf("%s %x\n got %s, %v\nwant %s", field.FullName(), wire, got, err, want)
	}
}

// panics reports whether protobuf panics at a message, as at a dynamic map's entry with two keys, the second of another wire type.
func panics(of protoreflect.MessageType, wire []byte) (does bool) {
	defer func() { does = recover() != nil }()
	_ = proto.Unmarshal(wire, of.New().Interface())
	return false
}

// wrongWithout reports whether a message that cannot be written must be refused by who writes one field of it alone: its bytes are no
// message, or that field is what JSON cannot say. What JSON cannot say elsewhere, as a text that is not UTF-8, is no matter.
func wrongWithout(of protoreflect.MessageType, field protoreflect.FieldDescriptor, wire []byte) bool {
	_, err := withoutPanic(func() ([]byte, error) {
		message := of.New()
		if err := proto.Unmarshal(wire, message.Interface()); err != nil {
			return nil, err
		}
		message.Range(func(other protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
			if other.Number() != field.Number() {
				message.Clear(other)
			}
			return true
		})
		return protojson.MarshalOptions{AllowPartial: true}.Marshal(message.Interface())
	})
	return err != nil
}

// FuzzAppend: the same for bytes of whatever origin.
func FuzzAppend(f *testing.F) {
	all := types(f)
	plans := make([]*transcode.Plan, 0, len(all))
	random := filler{rand.New(rand.NewPCG(3, 4))}
	for i, of := range all {
		plans = append(plans, transcode.New(of))
		wire, err := random.wire(of)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint16(i), wire)
	}
	f.Fuzz(func(t *testing.T, chosen uint16, wire []byte) {
		i := int(chosen) % len(all)
		same(t, plans[i], all[i], wire)
	})
}

// A message that holds itself a hundred thousand times does not exhaust the stack.
func TestDeepMessagesAreRefusedAsBefore(t *testing.T) {
	all := types(t)
	tree := all[slices.IndexFunc(all, func(of protoreflect.MessageType) bool { return of.Descriptor().FullName() == "sorts.v1.Tree" })]
	plan := transcode.New(tree)
	field := tree.Descriptor().Fields().ByName("trunk")
	for _, depth := range []int{1, 60, 70, 200, 9_000, 11_000} {
		message := tree.New()
		for range depth {
			above := tree.New()
			above.Set(field, protoreflect.ValueOfMessage(message))
			message = above
		}
		wire, err := proto.Marshal(message.Interface())
		if err != nil {
			t.Fatal(err)
		}
		same(t, plan, tree, wire)
	}
}

// twenty is an answer with a list of twenty tasks.
func twenty(b *testing.B) []byte {
	answer := &tasksv1.ListTasksResponse{Count: 20}
	for i := range 20 {
		answer.Tasks = append(answer.Tasks, &tasksv1.Task{
			Id: int32(i), Title: "Recite Surah al-Kahf", Priority: "high", LinkedPrayer: proto.String("Fajr"),
			DueDatetime: proto.String("2026-03-02T10:00:00+05:00"),
			CreatedAt:   "2026-03-02T10:00:00+05:00", UpdatedAt: "2026-03-02T10:00:00+05:00",
		})
	}
	wire, err := proto.Marshal(answer)
	if err != nil {
		b.Fatal(err)
	}
	return wire
}

func BenchmarkAppend(b *testing.B) {
	wire, plan := twenty(b), transcode.New((&tasksv1.ListTasksResponse{}).ProtoReflect().Type())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := plan.Append(make([]byte, 0, 4*len(wire)), wire); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBuilt(b *testing.B) {
	wire, of := twenty(b), (&tasksv1.ListTasksResponse{}).ProtoReflect().Type()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := built(of, wire); err != nil {
			b.Fatal(err)
		}
	}
}
