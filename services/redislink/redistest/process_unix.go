//go:build unix

package redistest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// supervise runs the server $0 in the folder $1 until this process ends, however it ends: then the pipe at standard
// input closes. The server stores nothing, so killing it loses nothing.
const supervise = `
"$0" --port 0 --unixsocket "$2" --dir "$1" --save "" --appendonly no --daemonize no >"$1/log" 2>&1 </dev/null &
cat >/dev/null
kill -KILL $!
wait $! 2>/dev/null
rm -f "$2"
`

// process is a running server with the shell that supervises it.
type process struct {
	alive *os.File // the server runs while this is open
	ended chan struct{}
}

func program() (string, error) {
	path, err := exec.LookPath("redis-server")
	if err != nil {
		return "", errors.New("redis-server is not on PATH")
	}
	return filepath.Abs(path)
}

func start(folder, socket string) (*process, error) {
	server, err := program()
	if err != nil {
		return nil, err
	}
	read, alive, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("make a pipe: %w", err)
	}
	defer read.Close()
	supervisor := exec.Command("/bin/sh", "-c", supervise, server, folder, socket)
	supervisor.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt of the test is not passed to the server
	supervisor.Stdin = read
	if err := supervisor.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("start redis-server: %w", err), alive.Close())
	}
	p := &process{alive: alive, ended: make(chan struct{})}
	go func() {
		defer close(p.ended)
		_ = supervisor.Wait()
	}()
	return p, nil
}

func (p *process) stop() error {
	err := p.alive.Close()
	select {
	case <-p.ended:
		return err
	case <-time.After(serverTimeout):
		return errors.Join(err, errors.New("it does not end"))
	}
}
