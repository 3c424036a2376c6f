package broadcast_test

import (
	"testing"

	"github.com/salaatflow/platform/services/broadcast"
)

func told(changed <-chan struct{}) bool {
	select {
	case <-changed:
		return true
	default:
		return false
	}
}

func TestASubscriberIsToldAtOnceAndOfEachChangeItHasNotSeen(t *testing.T) {
	var of broadcast.Broadcaster
	first, endFirst := of.Subscribe()
	second, endSecond := of.Subscribe()
	defer endSecond()
	if !told(first) || !told(second) || told(first) {
		t.Error("a new subscriber is not told once to look")
	}
	for range 3 {
		of.Publish()
	}
	if !told(first) || told(first) {
		t.Error("changes that were not looked at are not told as one")
	}
	endFirst()
	endFirst()
	of.Publish()
	if told(first) {
		t.Error("an ended subscription is told of changes")
	}
	if !told(second) {
		t.Error("the end of one subscription ends another")
	}
}
