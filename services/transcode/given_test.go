package transcode_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"

	"github.com/salaatflow/platform/services/transcode"
)

// sameGiven compares what is read of a request, which may be read without building it, with what the message that is built says.
func sameGiven(t testing.TB, of protoreflect.MessageType, wire []byte) {
	t.Helper()
	want := of.New()
	if _, err := withoutPanic(func() ([]byte, error) { return nil, proto.Unmarshal(wire, want.Interface()) }); err != nil {
		return
	}
	name := of.Descriptor().FullName()
	request, found, last := transcode.NewRequest(of, wire), of.New(), -1
	for field, value := range transcode.Given(request) {
		if field.Index() <= last {
			t.Fatalf("%s %x: %s comes too late", name, wire, field.Name())
		}
		last = field.Index()
		found.Set(field, value)
	}
	canonical, err := transcode.AppendCanonical(nil, transcode.NewRequest(of, wire))
	if err == nil {
		expected, _ := proto.MarshalOptions{Deterministic: true, AllowPartial: true}.Marshal(want.Interface())
		if !bytes.Equal(canonical, expected) {
			t.Fatalf("%s %x: the canonical form is %x, want %x", name, wire, canonical, expected)
		}
	}
	fields := of.Descriptor().Fields()
	for i := range fields.Len() {
		given, value := transcode.Find(request, fields.Get(i).Name())
		if has := want.Has(fields.Get(i)); has != (given != nil) || has && !value.Equal(want.Get(given)) {
			t.Fatalf("%s %x: %s is %v, want %v", name, wire, fields.Get(i).Name(), value, want.Get(fields.Get(i)))
		}
	}
	want.SetUnknown(nil)
	if !proto.Equal(found.Interface(), want.Interface()) && !hasUnknown(want) {
		t.Fatalf("%s %x\n got %v\nwant %v", name, wire, found, want)
	}
	if transcode.NameOf(request) != name {
		t.Fatalf("%s is named %s", name, transcode.NameOf(request))
	}
}

// hasUnknown reports whether a message, of which the unknown fields of its own were removed, has others within.
func hasUnknown(message protoreflect.Message) bool {
	found := false
	message.Range(func(field protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
		found = field.Message() != nil
		return !found
	})
	return found
}

// What the audit and the policy see of a request is what it says, however it is read.
func TestARequestSaysTheSameWhetherItIsBuiltOrNot(t *testing.T) {
	random := filler{rand.New(rand.NewPCG(11, 12))}
	for _, of := range types(t) {
		sameGiven(t, of, nil)
		const number, signalling = 2, 0x7f80a500 // a float that is not a number, and becomes another one when it is widened
		sameGiven(t, of, protowire.AppendFixed32(protowire.AppendTag(nil, number, protowire.Fixed32Type), signalling))
		for range *messages {
			wire, err := random.wire(of)
			if err != nil {
				continue // such as a text that is not UTF-8
			}
			sameGiven(t, of, wire)
			sameGiven(t, of, random.disturb(wire))
		}
	}
}

// FuzzGiven: the same for bytes of whatever origin.
func FuzzGiven(f *testing.F) {
	all := types(f)
	random := filler{rand.New(rand.NewPCG(13, 14))}
	const some = 20 // of all types, or to begin takes longer than to look
	for i := 0; i < len(all); i += some {
		if wire, err := random.wire(all[i]); err == nil {
			f.Add(uint16(i), wire)
		}
	}
	f.Fuzz(func(t *testing.T, chosen uint16, wire []byte) { sameGiven(t, all[int(chosen)%len(all)], wire) })
}

// BenchmarkGiven looks at a change of a task as the policy and the audit do, and makes what its digest is of.
func BenchmarkGiven(b *testing.B) {
	change := &tasksv1.UpdateTaskRequest{TaskId: 1, Title: proto.String("Read Surah al-Kahf, from verse 12345")}
	of := change.ProtoReflect().Type()
	wire, err := proto.Marshal(change)
	if err != nil {
		b.Fatal(err)
	}
	var to []byte
	look := func(b *testing.B, request proto.Message) {
		b.Helper()
		if field, _ := transcode.Find(request, "title"); field == nil {
			b.Fatal("there is no title")
		}
		for field := range transcode.Given(request) {
			_ = field.Name()
		}
		if to, err = transcode.AppendCanonical(to[:0], request); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("as it is", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			look(b, transcode.NewRequest(of, wire))
		}
	})
	b.Run("built", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			look(b, transcode.NewRequest(of, wire).ProtoReflect().Interface())
		}
	})
}
