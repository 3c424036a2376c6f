package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// addInside starts a program, whose profiles can be read if they are wanted.
func (g *growth) addInside(ctx context.Context, name string, flags ...string) (*child, error) {
	if g.profiles == "" {
		return g.add(ctx, name, nil, append(flags, "--ops-address", "")...)
	}
	address, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	program, err := g.add(ctx, name, nil, append(flags, "--ops-address", address, "--pprof")...)
	if err == nil {
		g.inside[program] = inside{address: address, client: http.DefaultClient}
	}
	return program, err
}

// profiledSeconds is how much of each measurement the profiles of processor time are about, tracedSeconds the traces after them, which
// tell what waited for what: `go tool trace -pprof=sched`.
const (
	profiledSeconds = 8
	tracedSeconds   = 3
)

// profiled measures, and writes profiles of what the programs do meanwhile and of what memory they have then, if that is wanted.
func (g *growth) profiled(ctx context.Context, measure func() ([]figure, error)) ([]figure, error) {
	if g.profiles == "" {
		return measure()
	}
	if err := os.MkdirAll(g.profiles, 0o750); err != nil {
		return nil, err
	}
	g.measuring++
	var written sync.WaitGroup
	for _, program := range g.running {
		written.Go(func() {
			// That of a program that is ended meanwhile is missing.
			_ = g.writeProfile(ctx, program, "profile?seconds="+strconv.Itoa(profiledSeconds))
			_ = g.writeProfile(ctx, program, "trace?seconds="+strconv.Itoa(tracedSeconds))
		})
	}
	figures, err := measure()
	written.Wait()
	for _, program := range g.running {
		err = errors.Join(err, g.writeProfile(ctx, program, "heap"))
	}
	return figures, err
}

// writeProfile writes a profile of a program, after which measurement and of which program the file is named.
func (g *growth) writeProfile(ctx context.Context, program *child, kind string) error {
	profile, err := g.inside[program].get(ctx, "/debug/pprof/"+kind)
	if err != nil {
		return err
	}
	name, _, _ := strings.Cut(kind, "?")
	return os.WriteFile(filepath.Join(g.profiles, fmt.Sprintf("growth-%d-%s-%s.pprof", g.measuring, program.name, name)), profile, 0o600)
}
