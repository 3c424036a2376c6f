package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/mattn/go-isatty"
)

// watched holds the flag of commands that can look again and again.
type watched struct {
	Watch interval `help:"Look again every 2s, or after --watch=TIME, until Ctrl-C." env:"-" placeholder:"TIME"`
}

// clearScreen moves to the upper left corner of a terminal and clears what is below.
const clearScreen = "\x1b[H\x1b[2J"

// each looks once, or as often as asked. On a terminal each look replaces the one before; elsewhere it is appended. A first
// look that fails for want of a gateway or by wrong usage ends the watch; later failures are shown, for what is away may come
// back.
func (w watched) each(ctx context.Context, streams Streams, look func(Streams) error) error {
	if w.Watch == 0 {
		return look(streams)
	}
	redraw := isTerminal(streams.Out)
	for first := true; ctx.Err() == nil; first = false {
		var shown bytes.Buffer
		to := Streams{In: streams.In, Out: &shown, Err: streams.Err}
		if redraw {
			to.Err = &shown
		}
		err := look(to)
		if errors.Is(ctx.Err(), context.Canceled) {
			break // Ctrl-C
		}
		if err != nil && !errors.Is(err, errReported) {
			if first {
				return err
			}
			fmt.Fprintf(to.Err, "salaatflow: %v\n", err)
		}
		if redraw {
			shown = *bytes.NewBuffer(append([]byte(clearScreen), shown.Bytes()...))
		}
		if _, err := shown.WriteTo(streams.Out); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-streams.clock().After(time.Duration(w.Watch)):
		}
	}
	return nil
}

// isTerminal reports whether a person sits at a stream.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(file.Fd())
}
