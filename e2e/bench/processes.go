package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// processes are programs of a measurement, each in a process of its own, and a folder for what they write.
type processes struct {
	folder  string
	running []*child
}

func newProcesses() (*processes, error) {
	folder, err := os.MkdirTemp("", "salaatflow-bench-")
	return &processes{folder: folder}, err
}

// add starts a program.
func (p *processes) add(ctx context.Context, name string, environ []string, flags ...string) (*child, error) {
	c, err := startChild(ctx, name, environ, flags...)
	if err == nil {
		p.running = append(p.running, c)
	}
	return c, err
}

// addService starts a service with a database of its own, which registers, and returns its address.
func (p *processes) addService(ctx context.Context, name, registry string) (address string, err error) {
	if address, err = freeAddress(ctx); err != nil {
		return "", err
	}
	_, err = p.add(ctx, name, nil, "--listen-address", address, "--registry", registry, "--ops-address", "",
		"--database-url", "sqlite:"+filepath.Join(p.folder, name+".db"))
	return address, err
}

// logs returns what all have written.
func (p *processes) logs() string {
	var all strings.Builder
	for _, c := range p.running {
		fmt.Fprintf(&all, "%s:\n%s", c.name, c.log.String())
	}
	return all.String()
}

// stop ends all, the last one first, and removes the folder.
func (p *processes) stop() error {
	var failed []error
	for i := len(p.running) - 1; i >= 0; i-- {
		failed = append(failed, p.running[i].kill())
	}
	return errors.Join(append(failed, os.RemoveAll(p.folder))...)
}

// endSince ends those that were started after the first n.
func (p *processes) endSince(n int, failed error) error {
	for _, c := range p.running[n:] {
		failed = errors.Join(failed, c.kill())
	}
	p.running = p.running[:n]
	return failed
}

// processorTimeOf returns what a process has used: in nanoseconds what /proc/PID/stat has in hundredths of a second.
func processorTimeOf(pid int) (time.Duration, error) {
	const runtime = 2 // CPUCLOCK_SCHED
	var used unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|runtime), &used); err != nil {
		return 0, fmt.Errorf("read the processor time of process %d: %w", pid, err)
	}
	return time.Duration(used.Nano()), nil
}
