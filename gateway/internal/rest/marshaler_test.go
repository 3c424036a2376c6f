package rest

import (
	"fmt"
	"testing"

	"google.golang.org/protobuf/proto"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"

	"github.com/salaatflow/platform/services/compactjson"
)

func tasks(n int) []*tasksv1.Task {
	list := make([]*tasksv1.Task, 0, n)
	for i := range n {
		list = append(list, &tasksv1.Task{
			Id: int32(i + 1), Title: fmt.Sprintf("Read Surah al-Kahf, part %d", i+1), Priority: "high",
			LinkedPrayer: proto.String("Fajr"), DueDatetime: proto.String("2026-03-06T05:30:00+05:00"),
			CreatedAt: "2026-03-02T10:00:00+05:00", UpdatedAt: "2026-03-02T10:00:00+05:00",
		})
	}
	return list
}

func TestAnAnswerIsWrittenAsGRPCGatewayWritesItButCompact(t *testing.T) {
	m := newMarshaler()
	for _, answer := range []any{
		[]*tasksv1.Task(nil), tasks(0), tasks(1), tasks(2), tasks(21), tasks(1)[0], &tasksv1.ListTasksResponse{Tasks: tasks(3), Count: 9},
		"text", true, []string{"a", "b"},
	} {
		want, err := m.JSONPb.Marshal(answer)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := m.Marshal(answer); err != nil || string(got) != string(compactjson.Compact(want)) {
			t.Errorf("got %s, %v\nwant %s", got, err, want)
		}
	}
}

func TestATextThatIsNoUTF8IsRefusedInAListToo(t *testing.T) {
	list := tasks(3)
	list[1].Title = "\xff"
	if text, err := newMarshaler().Marshal(list); err == nil {
		t.Errorf("written as %s", text)
	}
}

func BenchmarkMarshalList(b *testing.B) {
	m, list := newMarshaler(), tasks(20)
	for name, marshal := range map[string]func(any) ([]byte, error){"ours": m.Marshal, "grpc-gateway": m.JSONPb.Marshal} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := marshal(list); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
