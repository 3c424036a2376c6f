package memory_test

import (
	"errors"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/gateway/internal/chat/memory"
	"github.com/salaatflow/platform/gateway/internal/chat/memory/memorytest"
)

func TestInProcess(t *testing.T) {
	memorytest.Run(t, func(_ *testing.T, clock *clockwork.FakeClock, expiry time.Duration) memory.Store {
		return memory.NewInProcess(clock, memory.Limits{Expiry: expiry, PerUser: 200})
	})
}

func TestWhatIsKeptIsBounded(t *testing.T) {
	clock := clockwork.NewFakeClock()
	store := memory.NewInProcess(clock, memory.Limits{Conversations: 6, PerUser: 2})
	begin := func(owner int32) string {
		hold, err := store.Begin(t.Context(), owner)
		if err != nil {
			t.Fatal(err)
		}
		hold.Release()
		clock.Advance(time.Second)
		return hold.ID
	}
	isKept := func(owner int32, id string) bool {
		hold, err := store.Resume(t.Context(), owner, id)
		if errors.Is(err, memory.ErrNotFound) {
			return false
		}
		hold.Release()
		return true
	}
	oldest, second := begin(1), begin(1)
	if !isKept(1, oldest) { // and is now the one used last
		t.Fatal("a conversation was forgotten without need")
	}
	third := begin(1)
	if isKept(1, second) || !isKept(1, oldest) || !isKept(1, third) {
		t.Error("of a user's conversations the one used longest ago has to go")
	}
	for range 20 {
		begin(0)
	}
	if store.Len() != 5 || !isKept(1, oldest) {
		t.Errorf("nobody's conversations take more than half the room: %d are kept", store.Len())
	}
	for owner := range int32(50) {
		begin(owner + 2)
	}
	if store.Len() != 6 {
		t.Errorf("%d conversations are kept", store.Len())
	}
	clock.Advance(2 * time.Hour)
	begin(7)
	if store.Len() != 1 {
		t.Errorf("%d conversations are kept after all but one expired", store.Len())
	}
}
