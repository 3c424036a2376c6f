package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/audit/outbox"
)

// ownDisk is a folder at which a copy of this test has a disk of its own, of 16 MiB.
const ownDisk = "AUDIT_TEST_OWN_DISK"

// onOwnDisk runs the test that calls it in a process with a disk of its own, and returns the folder; "" in the process that
// only waits for that one.
func onOwnDisk(t *testing.T) string {
	t.Helper()
	if folder := os.Getenv(ownDisk); folder != "" {
		if err := syscall.Mount("none", folder, "tmpfs", 0, "size=16m"); err != nil {
			t.Fatal(err)
		}
		return folder
	}
	command := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	command.Env = append(os.Environ(), ownDisk+"="+t.TempDir())
	command.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}, GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	said, err := command.CombinedOutput()
	if errors.Is(err, syscall.EPERM) {
		t.Skip("this system gives nobody a disk of their own:", err)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, said)
	}
	return ""
}

// fill uses up a disk, and returns what gives it back.
func fill(t *testing.T, folder string) (release func()) {
	t.Helper()
	name := filepath.Join(folder, "filler")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for err == nil {
		_, err = file.Write(make([]byte, 4096))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	return func() {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

// On a full disk changes are refused before they are done, and those that were admitted before are still written, not held in
// memory. audit-svc gets them, and once there is room changes go on by themselves.
func TestAFullDiskLosesNothing(t *testing.T) {
	disk := onOwnDisk(t)
	if disk == "" {
		return
	}
	folder := filepath.Join(disk, "outbox")
	o := options(folder)
	clock := clockwork.NewFakeClock()
	o.Clock = clock
	box := open(t, o)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { box.Run(ctx); close(ended) }()
	defer func() { cancel(); <-ended }()
	release := fill(t, disk)

	recorded := 0
	record := func() {
		recorded++
		box.Record(t.Context(), audit.Record{Tool: fmt.Sprint("tool_", recorded), Detail: strings.Repeat("x", 4000)})
	}
	for box.Admit() == nil {
		if record(); recorded > 10_000 {
			t.Fatal("a full disk refuses nothing")
		}
	}
	for range 200 { // were admitted before
		record()
	}
	if got := entries(t, folder); len(got) != recorded {
		t.Errorf("%d of %d records are written", len(got), recorded)
	}
	s := &service{kept: make(chan int64, 20_000)}
	if err := box.Drain(t.Context(), s); err != nil || int(s.through) != recorded {
		t.Errorf("audit-svc has %d of %d: %v", s.through, recorded, err)
	}
	if box.Admit() == nil {
		t.Error("there is no room yet, and changes are admitted")
	}
	release()
	for deadline := time.Now().Add(time.Minute); box.Admit() != nil; {
		if time.Now().After(deadline) {
			t.Fatal("there is room again, and changes are refused still")
		}
		if err := clock.BlockUntilContext(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		clock.Advance(time.Second)
	}
	record()
	if got := entries(t, folder); got[len(got)-1].Tool != fmt.Sprint("tool_", recorded) {
		t.Errorf("the last is %s", got[len(got)-1].Tool)
	}
}

// A program that is started while the disk is full says so, or goes on where it was and refuses changes.
func TestStartingOnAFullDisk(t *testing.T) {
	disk := onOwnDisk(t)
	if disk == "" {
		return
	}
	folder := filepath.Join(disk, "outbox")
	box, err := outbox.Open(options(folder))
	if err != nil {
		t.Fatal(err)
	}
	box.Record(t.Context(), audit.Record{Tool: "one"})
	if err := box.Close(); err != nil {
		t.Fatal(err)
	}
	fill(t, disk)
	if _, err := outbox.Open(options(filepath.Join(disk, "another"))); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a new outbox: %v", err)
	}
	again := open(t, options(folder))
	again.Record(t.Context(), audit.Record{Tool: "two"})
	if again.Admit() == nil {
		t.Error("there is no room, and changes are admitted")
	}
	if got := entries(t, folder); !slices.ContainsFunc(got, func(r audit.Record) bool { return r.Tool == "one" }) {
		t.Errorf("what was there is gone: %+v", got)
	}
}
