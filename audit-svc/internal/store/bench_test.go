package store_test

import (
	"encoding/json"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/salaatflow/platform/audit-svc/internal/store"
	"github.com/salaatflow/platform/audit-svc/internal/trail"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/audit/chain"
	"github.com/salaatflow/platform/services/sqlstore"
)

// BenchmarkAppend adds lines as an outbox ships them.
func BenchmarkAppend(b *testing.B) {
	for _, lines := range []int{20, 200, 1000} {
		b.Run(strconv.Itoa(lines)+" lines", func(b *testing.B) {
			db, err := sqlstore.Open(b.Context(), "sqlite:"+filepath.Join(b.TempDir(), "audit.db"), store.Schema())
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			if err := db.Prepare(b.Context()); err != nil {
				b.Fatal(err)
			}
			kept := store.New(db)
			record := audit.Record{
				ID: "01234567890123456789012345", Time: time.Now(), Program: "gateway", Door: audit.DoorTool, UserID: 7, Role: "user",
				Credential: "oidc", Address: "192.0.2.1", Tool: toolnames.UpdateTask, Arguments: json.RawMessage(`{"task_id":1,"priority":"high"}`),
				ArgumentsDigest: "00112233445566778899aabbccddeeff", Decision: audit.Allowed, Result: audit.OK, LatencyMicros: 812,
				TraceID: "4bf92f3577b34da6a3ce929d0e0e4736", RequestID: "4bf92f3577b34da6a3ce929d0e0e4736",
			}
			text, err := json.Marshal(record)
			if err != nil {
				b.Fatal(err)
			}
			var end chain.Line
			for b.Loop() {
				batch := make([]trail.Recorded, lines)
				for i := range batch {
					end = end.Next(text)
					head, err := trail.ParseHead(text)
					if err != nil {
						b.Fatal(err)
					}
					batch[i] = trail.Recorded{Line: end, Head: head}
				}
				if _, err := kept.Append(b.Context(), "source", batch); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*lines), "µs/line")
		})
	}
}
