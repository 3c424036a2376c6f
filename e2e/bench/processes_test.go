package main

import (
	"bytes"
	"os"
	"strconv"
	"testing"
	"time"
)

// statTick is what /proc/PID/stat counts in: USER_HZ, which is 100 on all systems that Go runs on.
const statTick = 10 * time.Millisecond

func TestProcessorTimeIsWhatProcSays(t *testing.T) {
	inStat := func() time.Duration {
		text, err := os.ReadFile("/proc/self/stat")
		if err != nil {
			t.Skip(err)
		}
		fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) // the name before may have anything in it
		var ticks int64
		for _, field := range fields[11:13] { // user and system
			n, err := strconv.ParseInt(string(field), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			ticks += n
		}
		return time.Duration(ticks) * statTick
	}
	for spent := 0; inStat() < 10*statTick; spent++ { // so that there is something to compare
		_ = bytes.Repeat([]byte{byte(spent)}, 1<<16)
	}
	for range 10 {
		before, err := processorTimeOf(os.Getpid())
		if err != nil {
			t.Fatal(err)
		}
		stat := inStat()
		after, err := processorTimeOf(os.Getpid())
		if err != nil {
			t.Fatal(err)
		}
		if stat < before-2*statTick || stat > after+2*statTick { // each of the two figures is rounded
			t.Errorf("between %v and %v /proc says %v", before, after, stat)
		}
	}
	if used, err := processorTimeOf(1 << 22); err == nil {
		t.Errorf("a process that is not there has used %v", used)
	}
}
