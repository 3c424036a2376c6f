package compactjson_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"

	"github.com/salaatflow/platform/services/compactjson"
)

func task() *tasksv1.Task {
	return &tasksv1.Task{
		Id: 7, Title: "Read \"al-Kahf\", \\ part: 1 <&> نماز\n", Priority: "high", LinkedPrayer: proto.String("Fajr"),
		CreatedAt: "2026-03-02T10:00:00+05:00", UpdatedAt: "2026-03-02T10:00:00+05:00",
	}
}

func TestAMessageHasNoWhiteSpaceBetweenItsMembers(t *testing.T) {
	const want = `{"before":{"id":7,"title":"Read \"al-Kahf\", \\ part: 1 <&> نماز\n","description":null,"priority":"high",` +
		`"linked_prayer":"Fajr","due_datetime":null,"recurrence":null,"category":null,"masjid_id":null,"completed":false,` +
		`"completed_at":null,"created_at":"2026-03-02T10:00:00+05:00","updated_at":"2026-03-02T10:00:00+05:00"`
	got, err := compactjson.Append([]byte(`{"before":`), task())
	if err != nil || !bytes.HasPrefix(got, []byte(want)) {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
}

func TestTextThatIsNoUTF8IsRefused(t *testing.T) {
	if text, err := compactjson.Append(nil, &tasksv1.Task{Title: "\xff"}); err == nil {
		t.Errorf("written as %s", text)
	}
}

// Whatever white space protojson puts in, in this binary and in any other, the bytes are the same.
func TestTheBytesAreThoseOfEveryBinary(t *testing.T) {
	got, err := compactjson.Append(nil, task())
	if err != nil {
		t.Fatal(err)
	}
	spacious, err := protojson.MarshalOptions{UseProtoNames: true, EmitUnpopulated: true, Indent: "\t "}.Marshal(task())
	if err != nil {
		t.Fatal(err)
	}
	if compacted := compactjson.Compact(spacious); !bytes.Equal(got, compacted) {
		t.Errorf("got  %s\nwant %s", got, compacted)
	}
}

func FuzzCompact(f *testing.F) {
	for _, text := range []string{
		`{"a": 1}`, ` [1, "b \" c", {"d" : null}] `, `""`, `"\\"`, "{\"a\":\t\"\\\\\\\" \"\r\n}", `[]`, ` `, `"a`, `"\`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var want bytes.Buffer
		valid := json.Compact(&want, text) == nil
		if got := compactjson.Compact(bytes.Clone(text)); valid && !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%q: got %q, want %q", text, got, want.Bytes())
		}
	})
}

func TestTextsAreNotEscapedForHTML(t *testing.T) {
	got, err := compactjson.Marshal(map[string]string{"message": "<b> & 'نماز'"})
	if want := `{"message":"<b> & 'نماز'"}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}

func BenchmarkAppend(b *testing.B) {
	for name, marshal := range map[string]func([]byte, proto.Message) ([]byte, error){
		"protojson": protojson.MarshalOptions{UseProtoNames: true, EmitUnpopulated: true}.MarshalAppend,
		"compact":   compactjson.Append,
	} {
		b.Run(name, func(b *testing.B) {
			message, buffer := task(), make([]byte, 0, 1024)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := marshal(buffer, message); err != nil {
					b.Fatal(fmt.Errorf("marshal: %w", err))
				}
			}
		})
	}
}
