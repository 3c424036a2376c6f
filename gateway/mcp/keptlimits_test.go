package mcp

import (
	"bytes"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
)

// What a call says to nobody is kept as far as there is room, the last of it first, and let go when nobody comes.
func TestLittleIsKeptOfCallsThatNobodyReads(t *testing.T) {
	clock := clockwork.NewFakeClock()
	kept := newKeptCalls(clock)
	says := func(times, size int) *keptCall {
		call := kept.begin("a session", nil)
		call.header.Set(contentTypeHeader, contentTypeEvents)
		for range times {
			if _, err := call.Write(bytes.Repeat([]byte("x"), size)); err != nil {
				t.Fatal(err)
			}
		}
		call.end()
		return call
	}
	much := says(5, mostOfCall/3)
	if much.first != 3 || much.held > mostOfCall || kept.bytes != much.held {
		t.Errorf("the first kept is %d, of %d bytes; %d are counted", much.first, much.held, kept.bytes)
	}
	if _, _, err := much.attach(t.Context(), 1); err == nil {
		t.Error("a reader misses the second event, and is not told so")
	}
	for range 2 * mostKept / mostOfCall {
		says(1, mostOfCall)
	}
	if kept.bytes > mostKept {
		t.Errorf("%d bytes are kept of all calls", kept.bytes)
	}
	clock.Advance(keptFor)
	for deadline := time.Now().Add(10 * time.Second); ; {
		kept.mu.Lock()
		calls, left := len(kept.named), kept.bytes
		kept.mu.Unlock()
		if calls == 0 && left == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d calls are kept, of %d bytes", calls, left)
		}
	}
}
