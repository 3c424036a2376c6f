package store_test

import (
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/store"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

var engines = []sqltest.Engine{sqltest.SQLite(), sqltest.Postgres()}

// BenchmarkTurn resumes a conversation and keeps a turn: first in one conversation, then in many, 32 at once. It reports on
// PostgreSQL what a kept turn takes on the disk, indexes included.
func BenchmarkTurn(b *testing.B) {
	for _, engine := range engines {
		b.Run(string(engine.Kind())+"/one", func(b *testing.B) {
			shelf := store.New(engine.Open(b, store.Schema()), clock.System(), conversation.Limits{})
			talk := newTalk(b, shelf, 1)
			for b.Loop() {
				talk.turn(b)
			}
		})
		b.Run(string(engine.Kind())+"/many", func(b *testing.B) {
			db := engine.Open(b, store.Schema())
			shelf := store.New(db, clock.System(), conversation.Limits{})
			var owner atomic.Int32
			b.SetParallelism(16) // for each of GOMAXPROCS
			b.RunParallel(func(pb *testing.PB) {
				talk := newTalk(b, shelf, owner.Add(1))
				for pb.Next() {
					talk.turn(b)
				}
			})
			if engine.Kind() == sqlstore.PostgreSQL {
				b.ReportMetric(bytesPerRow(b, db), "bytes/row")
			}
		})
	}
}

// BenchmarkBegin keeps the first turn of anonymous conversations at their limit, so that each one replaces another.
func BenchmarkBegin(b *testing.B) {
	for _, engine := range engines {
		b.Run(string(engine.Kind()), func(b *testing.B) {
			db := engine.Open(b, store.Schema())
			shelf := store.New(db, clock.System(), conversation.Limits{})
			if !testing.Short() { // otherwise only see that it runs
				fill(b, db)
			}
			for b.Loop() {
				newTalk(b, shelf, 0)
			}
		})
	}
}

// talk is a conversation and its owner.
type talk struct {
	store *store.Store
	owner int32
	id    string
}

func newTalk(b *testing.B, shelf *store.Store, owner int32) talk {
	hold, err := shelf.Begin(b.Context(), owner)
	if err = errors.Join(err, keepOne(b, hold)); err != nil {
		b.Error(err)
	}
	return talk{shelf, owner, hold.ID}
}

func (t talk) turn(b *testing.B) {
	hold, err := t.store.Resume(b.Context(), t.owner, t.id)
	if err != nil {
		b.Error(err)
		return
	}
	if err := keepOne(b, hold); err != nil {
		b.Error(err)
	}
}

// keepOne keeps a turn that lists ten masjids.
func keepOne(b *testing.B, hold *conversation.Hold) error {
	hold.State.Listed = conversation.Listed{Kind: conversation.Masjids}
	for i := range int32(10) {
		masjid := conversation.Item{ID: i + 1, Name: "Masjid-e-Tooba", Urdu: "مسجد طوبیٰ"}
		hold.State.Listed.Items = append(hold.State.Listed.Items, masjid)
	}
	answer, err := json.Marshal(hold.State)
	if err != nil {
		return err
	}
	return hold.Keep(b.Context(), conversation.Turn{
		Message: "Clifton mein masjid dikhao", Answer: string(answer), Language: "ur-Latn", Intent: "find_masjids", Tool: "find_masjids",
		At: clock.System().Now(),
	})
}

// fill begins 5,000 anonymous conversations.
func fill(b *testing.B, db *sqlstore.DB) {
	b.Helper()
	shelf := store.New(db, clock.System(), conversation.Limits{})
	for range 5000 {
		newTalk(b, shelf, 0)
	}
}

// BenchmarkDelete begins a conversation and deletes it, on SQLite from its log too.
func BenchmarkDelete(b *testing.B) {
	for _, engine := range engines {
		b.Run(string(engine.Kind()), func(b *testing.B) {
			shelf := store.New(engine.Open(b, store.Schema()), clock.System(), conversation.Limits{})
			for b.Loop() {
				begun := newTalk(b, shelf, 1)
				if err := shelf.Delete(b.Context(), begun.owner, begun.id); err != nil {
					b.Error(err)
				}
			}
		})
	}
}

func bytesPerRow(b *testing.B, db *sqlstore.DB) (size float64) {
	b.Helper()
	err := db.Reader().QueryRowContext(b.Context(),
		"SELECT pg_total_relation_size('turns')::float / count(*) FROM turns").Scan(&size)
	if err != nil {
		b.Fatal(err)
	}
	return size
}
