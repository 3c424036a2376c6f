package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// inside is what a program says of itself at its ops address.
type inside struct {
	client  *http.Client
	address string
}

// allocated returns how many bytes the program has allocated since it started.
func (i inside) allocated(ctx context.Context) (float64, error) {
	text, err := i.get(ctx, "/metrics")
	if err != nil {
		return 0, err
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if value, is := strings.CutPrefix(lines.Text(), "go_memstats_alloc_bytes_total "); is {
			return strconv.ParseFloat(value, 64)
		}
	}
	return 0, fmt.Errorf("%s does not say how much it has allocated", i.address)
}

// profiled runs a load for some seconds, and meanwhile profiles the program's processor time and allocations, into files of this
// name.
func (i inside) profiled(ctx context.Context, l *pricedLoad, seconds int, folder, name string) error {
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	kinds := []struct{ path, ending string }{{"profile", "cpu"}, {"allocs", "allocs"}}
	written := make(chan error, len(kinds))
	for _, kind := range kinds {
		go func() {
			profile, err := i.get(ctx, "/debug/pprof/"+kind.path+"?seconds="+strconv.Itoa(seconds))
			if err == nil {
				err = os.WriteFile(filepath.Join(folder, name+"-"+kind.ending+".pprof"), profile, 0o600)
			}
			written <- err
		}()
	}
	_, err := l.run(ctx, time.Duration(seconds)*time.Second)
	for range kinds {
		err = errors.Join(err, <-written)
	}
	return err
}

func (i inside) get(ctx context.Context, path string) (text []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+i.address+path, nil)
	if err != nil {
		return nil, err
	}
	answer, err := i.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", path, answer.Status)
	}
	return io.ReadAll(answer.Body)
}
