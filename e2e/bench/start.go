package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// What was promised of a start, and of the memory and the disk that programs take, in MB of a million bytes.
const (
	startPromise, newDataPromise                    = 600 * time.Millisecond, 1200 * time.Millisecond
	platformMemory, gatewayMemory, serviceMemory    = 110, 45, 30
	platformSize, serviceSize, certificatesOfImages = 90, 30, 0.25
)

// measureStart measures programs as they are delivered, each in a process of its own: how long they take until they are ready, their
// processor time until then, which other work on the machine changes least, and their memory when they have been idle for a while.
func measureStart(ctx context.Context, e effort) (figures []figure, err error) {
	s := &starts{idle: 8 * time.Second, rounds: 3}
	if e.short {
		s.idle, s.rounds = 0, 1
	}
	if s.folder, err = os.MkdirTemp("", "bench-start-"); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.end(), os.RemoveAll(s.folder)) }()
	if err := s.build(ctx); err != nil {
		return nil, err
	}
	for _, measure := range []func(context.Context) ([]figure, error){s.platform, s.parts, s.sizes} {
		measured, err := measure(ctx)
		if err != nil {
			return nil, err
		}
		figures = append(figures, measured...)
	}
	return figures, nil
}

// starts starts the programs in a folder.
type starts struct {
	folder  string
	idle    time.Duration // until memory is read
	rounds  int
	running []*exec.Cmd
}

var started = []string{"salaatflow", "gateway", "registry-svc", "users-svc", "tasks-svc"}

func (s *starts) build(ctx context.Context) error {
	build := exec.CommandContext(ctx, "tools/build", append([]string{s.folder}, started...)...)
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("tools/build, in the repository's folder: %w", err)
	}
	return nil
}

// launch is one start of a program.
type launch struct {
	ready, cpu time.Duration
	memory     float64 // in MB, after idling; 0 without
}

// run starts a program, waits until it says at its ops address that it is ready, and idles.
func (s *starts) run(ctx context.Context, idle time.Duration, program string, arguments ...string) (launch, *exec.Cmd, error) {
	ops, err := freeAddress(ctx)
	if err != nil {
		return launch{}, nil, err
	}
	command := exec.CommandContext(ctx, filepath.Join(s.folder, program), append(arguments, "--ops-address", ops)...)
	command.Dir = s.folder
	begun := time.Now()
	if err := command.Start(); err != nil {
		return launch{}, nil, err
	}
	s.running = append(s.running, command)
	if err := untilReady(ctx, "http://"+ops+"/readyz"); err != nil {
		return launch{}, nil, fmt.Errorf("%s: %w", program, err)
	}
	took := launch{ready: time.Since(begun)}
	if took.cpu, err = processorTimeOf(command.Process.Pid); err != nil {
		return launch{}, nil, err
	}
	if idle > 0 {
		select {
		case <-ctx.Done():
			return launch{}, nil, ctx.Err()
		case <-time.After(idle):
		}
		took.memory, err = residentOf(command.Process.Pid)
	}
	return took, command, err
}

// end ends what still runs.
func (s *starts) end() (failed error) {
	for _, command := range s.running {
		if command.ProcessState == nil {
			failed = errors.Join(failed, stopped(command))
		}
	}
	s.running = nil
	return failed
}

func stopped(command *exec.Cmd) error {
	if err := command.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	return ignored(command.Wait())
}

func untilReady(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	every := time.NewTicker(2 * time.Millisecond)
	defer every.Stop()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		if response, err := http.DefaultClient.Do(request); err == nil {
			if _ = response.Body.Close(); response.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("it is not ready: %w", ctx.Err())
		case <-every.C:
		}
	}
}

// residentOf returns the resident memory of a process in MB, which includes the parts of its program that it has read.
func residentOf(pid int) (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0, fmt.Errorf("/proc/%d/statm is %q", pid, text)
	}
	pages, err := strconv.ParseFloat(fields[1], 64)
	return pages * float64(os.Getpagesize()) / 1e6, err
}

// platform measures `salaatflow up` on new and on existing data.
func (s *starts) platform(ctx context.Context) ([]figure, error) {
	var fresh, again []launch
	for round := range s.rounds {
		data := filepath.Join(s.folder, fmt.Sprintf("data-%d", round))
		arguments := []string{"up", "--http", "127.0.0.1:0", "--registry-listen", "127.0.0.1:0", "--data", data}
		for _, of := range []*[]launch{&fresh, &again} {
			took, command, err := s.run(ctx, s.idle, "salaatflow", arguments...)
			if err != nil {
				return nil, err
			}
			if err := stopped(command); err != nil {
				return nil, err
			}
			*of = append(*of, took)
		}
	}
	return []figure{
		readyFigure("`salaatflow up` on new data", newDataPromise, fresh),
		readyFigure("`salaatflow up` again", startPromise, again),
		idleMemoryFigure("`salaatflow up`", platformMemory, again),
	}, nil
}

// parts measures a registry, a service and a gateway, each by itself.
func (s *starts) parts(ctx context.Context) ([]figure, error) {
	registry, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	measured := map[string][]launch{}
	for range s.rounds {
		for _, p := range []struct {
			program   string
			arguments []string
		}{
			{"registry-svc", []string{"--listen-address", registry}},
			{"users-svc", []string{"--registry", registry, "--database-url", "sqlite:" + filepath.Join(s.folder, "users.db")}},
			// which is ready when it has found users-svc
			{"tasks-svc", []string{"--registry", registry, "--database-url", "sqlite:" + filepath.Join(s.folder, "tasks.db")}},
			{"gateway", []string{"--registry", registry, "--http", "127.0.0.1:0"}},
		} {
			took, _, err := s.run(ctx, s.idle, p.program, append([]string{"serve"}, p.arguments...)...)
			if err != nil {
				return nil, err
			}
			measured[p.program] = append(measured[p.program], took)
		}
		if err := s.end(); err != nil {
			return nil, err
		}
	}
	return []figure{
		readyFigure("registry-svc", startPromise, measured["registry-svc"]),
		readyFigure("users-svc", startPromise, measured["users-svc"]),
		readyFigure("tasks-svc", startPromise, measured["tasks-svc"]),
		readyFigure("gateway", startPromise, measured["gateway"]),
		idleMemoryFigure("registry-svc", serviceMemory, measured["registry-svc"]),
		idleMemoryFigure("users-svc", serviceMemory, measured["users-svc"]),
		idleMemoryFigure("tasks-svc", serviceMemory, measured["tasks-svc"]),
		idleMemoryFigure("gateway", gatewayMemory, measured["gateway"]),
	}, nil
}

// sizes measures what programs take on the disk.
func (s *starts) sizes(context.Context) ([]figure, error) {
	var figures []figure
	for _, program := range started {
		most := float64(serviceSize)
		if program == "salaatflow" {
			most = platformSize
		}
		info, err := os.Stat(filepath.Join(s.folder, program))
		if err != nil {
			return nil, err
		}
		size := float64(info.Size())/1e6 + certificatesOfImages
		figures = append(figures, figure{
			what: "size of " + program + ", with certificates", target: fmt.Sprintf("≤ %.0f MB", most), measured: fmt.Sprintf("%.1f MB", size),
			ok: size <= most,
		})
	}
	return figures, nil
}

func readyFigure(what string, promise time.Duration, of []launch) figure {
	var ready, cpu []float64
	for _, one := range of {
		ready, cpu = append(ready, one.ready.Seconds()), append(cpu, one.cpu.Seconds())
	}
	return figure{
		what: what + " is ready", target: fmt.Sprintf("≤ %.1f s", promise.Seconds()),
		measured: fmt.Sprintf("%.2f s, after %.2f s of processor time", median(ready), median(cpu)), ok: median(ready) <= promise.Seconds(),
	}
}

func idleMemoryFigure(what string, most float64, of []launch) figure {
	var memory []float64
	for _, one := range of {
		memory = append(memory, one.memory)
	}
	if median(memory) == 0 {
		return figure{what: "memory of " + what + ", idle", target: fmt.Sprintf("≤ %.0f MB", most), missing: "a quick run does not wait"}
	}
	return figure{
		what: "memory of " + what + ", idle", target: fmt.Sprintf("≤ %.0f MB", most), measured: fmt.Sprintf("%.0f MB", median(memory)),
		ok: median(memory) <= most,
	}
}
