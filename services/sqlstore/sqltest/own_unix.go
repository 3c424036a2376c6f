//go:build unix

package sqltest

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// keepRunning runs the server in $1 until standard input closes, as it does when the test process ends, however it ends.
const keepRunning = `
"$0" -D "$1/data" -k "$1" -c listen_addresses= -c fsync=off -c max_connections=100 >>"$1/log" 2>&1 </dev/null &
cat >/dev/null
kill -CONT $! $(cat /proc/$!/task/$!/children 2>/dev/null) 2>/dev/null
kill -INT $!
wait $!
`

// ownServer is a server in a folder of its own.
type ownServer struct {
	folder, postgres string
	attributes       *syscall.SysProcAttr
	running          *exec.Cmd
	alive            *os.File // closing it ends the server
}

func newOwnServer() (ownServer, error) {
	bin, err := binaries()
	if err != nil {
		return ownServer{}, err
	}
	folder, attributes, err := initialized(bin)
	return ownServer{folder: folder, postgres: filepath.Join(bin, "postgres"), attributes: attributes}, err
}

func (s *ownServer) url() string {
	return "postgres://postgres@/postgres?host=" + url.QueryEscape(s.folder)
}

func (s *ownServer) start() error {
	read, alive, err := os.Pipe()
	if err != nil {
		return err
	}
	defer read.Close()
	s.running, s.alive = exec.Command("/bin/sh", "-c", keepRunning, s.postgres, s.folder), alive
	s.running.SysProcAttr, s.running.Dir, s.running.Stdin = s.attributes, s.folder, read
	if err := s.running.Start(); err != nil {
		return errors.Join(err, alive.Close())
	}
	return reached(s.url())
}

func (s *ownServer) stop() error {
	if s.alive == nil {
		return nil
	}
	err := s.alive.Close()
	_ = s.running.Wait() // the shell gives the server's exit code
	s.alive = nil
	return err
}

func (s *ownServer) remove() error { return errors.Join(s.stop(), os.RemoveAll(s.folder)) }

func (s *ownServer) freeze() error { return s.signal(syscall.SIGSTOP) }
func (s *ownServer) thaw() error   { return s.signal(syscall.SIGCONT) }

// signal reaches the server and every process that it has made, its parent first: then no new one comes.
func (s *ownServer) signal(signal syscall.Signal) error {
	content, err := os.ReadFile(filepath.Join(s.folder, "data", "postmaster.pid"))
	if err != nil {
		return err
	}
	first, _, _ := bytes.Cut(content, []byte("\n"))
	server, err := strconv.Atoi(string(first))
	if err != nil {
		return fmt.Errorf("postmaster.pid: %w", err)
	}
	if err := syscall.Kill(server, signal); err != nil {
		return err
	}
	for range 2 { // a child that was being made when the server got the signal is there the second time
		children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", server, server))
		if err != nil {
			return fmt.Errorf("the processes of the server are not known on this system: %w", err)
		}
		for _, child := range strings.Fields(string(children)) {
			if pid, err := strconv.Atoi(child); err == nil {
				_ = syscall.Kill(pid, signal) // gone already
			}
		}
	}
	return nil
}
