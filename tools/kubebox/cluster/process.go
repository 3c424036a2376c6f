package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// run runs a command to its end. Its output is part of the error.
func run(name string, arguments ...string) error {
	output, err := exec.Command(name, arguments...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %s: %w: %s", name, strings.Join(arguments, " "), err, bytes.TrimSpace(output))
	}
	return nil
}

// enter returns the arguments that run a command in the network of a node. "ip netns exec" would not do: it mounts /sys
// anew, which hides the cgroups.
func enter(n int, command ...string) []string {
	return append([]string{"nsenter", "--net=" + namespacePath(n)}, command...)
}

// start starts a part of the cluster in the network of a node, in the background. Its output goes to DIR/log/NAME, its
// process id to DIR/pid/NAME.
func (c *cluster) start(n int, name string, command ...string) error {
	return c.startCommand(name, enter(n, append([]string{"nice"}, command...)...), nil)
}

func (c *cluster) startCommand(name string, command []string, files []*os.File) error {
	log, err := os.Create(c.path("log", name))
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }() // the process has it
	process := exec.Command(command[0], command[1:]...)
	process.Stdout, process.Stderr, process.ExtraFiles = log, log, files
	process.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := process.Start(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(c.path("pid", name), []byte(strconv.Itoa(process.Process.Pid)), 0o600)
}

// stopProcesses ends the processes that start began and whose names begin so: they are told to, and killed if they are
// still there after a while.
func (c *cluster) stopProcesses(prefix string) error {
	files, err := filepath.Glob(c.path("pid", prefix+"*"))
	if err != nil {
		return err
	}
	var pids []int
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		pid, err := strconv.Atoi(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if c.owns(pid) {
			pids = append(pids, pid)
		}
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	return c.end(pids)
}

// owns reports whether a process is one of the cluster's: the number may be another process's by now.
func (c *cluster) owns(pid int) bool {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return err == nil && bytes.Contains(line, []byte(c.dir+"/"))
}

const stopTimeout = 3 * time.Second

func (c *cluster) end(pids []int) error {
	for _, pid := range pids {
		_ = syscall.Kill(pid, syscall.SIGTERM) // it may be gone already
	}
	gone := func() bool {
		for _, pid := range pids {
			if c.owns(pid) {
				return false
			}
		}
		return true
	}
	if err := eventually(stopTimeout, "", gone); err == nil {
		return nil
	}
	for _, pid := range pids {
		if c.owns(pid) {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended meanwhile
		}
	}
	return eventually(stopTimeout, "the cluster's processes did not end", gone)
}

// eventually looks ten times a second whether something has come about.
func eventually(timeout time.Duration, problem string, done func() bool) error {
	end := time.After(timeout)
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	for !done() {
		select {
		case <-again.C:
		case <-end:
			return errors.New(problem)
		}
	}
	return nil
}
