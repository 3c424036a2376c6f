package sqlstore

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// What a role may try out on a server takes no room: its disk counts as well when no statement has failed for a time.
func TestAServersDiskIsWellWhenNoStatementFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := &DB{engine: PostgreSQL, condition: newCondition(PostgreSQL)}
		full := &pgconn.PgError{Code: "53100"}
		db.condition.note(full)
		<-time.After(calm - time.Second)
		db.condition.note(full)
		<-time.After(calm - time.Second)
		if err := db.Probe(t.Context()); err == nil {
			t.Error("a statement has just failed, and a probe finds all well")
		}
		<-time.After(time.Second)
		if err := db.Probe(t.Context()); err != nil || db.Failures(Full) != 2 {
			t.Errorf("none has failed for %v: %v; %d are counted", calm, err, db.Failures(Full))
		}
	})
}

// A server has others who look after it, and may be another one by now.
func TestDamageOnAServerDoesNotLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := &DB{engine: PostgreSQL, condition: newCondition(PostgreSQL)}
		db.condition.note(&pgconn.PgError{Code: "XX001"})
		<-time.After(calm)
		if err := db.Probe(t.Context()); err != nil || db.condition.damage() != nil {
			t.Errorf("it lasts: %v", err)
		}
	})
}
