package trail

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"github.com/salaatflow/platform/services/audit/chain"
	"github.com/salaatflow/platform/services/clock"
)

// Anchorer says regularly where the chain ends, in the log and in a file, so that a chain which was cut or written anew since then
// shows.
type Anchorer struct {
	Store Store
	// File is where anchors are added, a line of JSON each; empty is the log alone.
	File string
	// Every is the time between two anchors, more than 0.
	Every  time.Duration
	Clock  clock.Clock
	Logger *slog.Logger
	// Metrics count what it does.
	Metrics *AnchorMetrics

	last chain.Anchor
	torn bool // the file's last line has no end
}

// lastTimeout bounds the anchor at the end.
const lastTimeout = 5 * time.Second

// Run anchors until ctx ends, and once more then. It logs a failed round; the next does its work.
func (a *Anchorer) Run(ctx context.Context) {
	if err := a.resume(); err != nil {
		a.Logger.ErrorContext(ctx, "failed to read the last anchor of the audit trail", slog.Any("error", err))
	}
	ticker := a.Clock.NewTicker(a.Every)
	defer ticker.Stop()
	for ended := false; !ended; {
		a.logged(ctx)
		select {
		case <-ctx.Done():
			ended = true
		case <-ticker.Chan():
		}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastTimeout)
	defer cancel()
	a.logged(ctx)
}

func (a *Anchorer) logged(ctx context.Context) {
	if err := a.Round(ctx); err != nil && ctx.Err() == nil {
		a.Logger.ErrorContext(ctx, "failed to anchor the audit trail", slog.Any("error", err))
	}
}

// Round compares the trail with the last anchor, and anchors its end unless that is still the same.
func (a *Anchorer) Round(ctx context.Context) error {
	head, err := a.Store.Head(ctx)
	if err != nil {
		return err
	}
	if err := a.compare(ctx, head); err != nil {
		return err
	}
	if head.Seq == a.last.Seq {
		a.Metrics.anchored.Set(float64(a.Clock.Now().Unix()))
		return nil
	}
	anchor := chain.Anchor{Time: a.Clock.Now().UTC(), Seq: head.Seq, Hash: head.Hash}
	if err := a.append(anchor); err != nil {
		return fmt.Errorf("write the anchor %d:%s: %w", anchor.Seq, anchor.Hash, err)
	}
	a.last = anchor
	a.Metrics.anchored.Set(float64(anchor.Time.Unix()))
	a.Metrics.written.Inc()
	a.Logger.InfoContext(ctx, "anchored the audit trail", slog.Int64("seq", anchor.Seq), slog.String("hash", anchor.Hash.String()))
	return nil
}

// compare logs when the line of the last anchor is no longer in the trail. That is not anchored again and again: what is there
// now is anchored, and the anchors tell the difference.
func (a *Anchorer) compare(ctx context.Context, head chain.Line) error {
	if a.last.Seq == 0 {
		return nil
	}
	lines, _, err := a.Store.Export(ctx, a.last.Seq-1, 1)
	if err != nil {
		return err
	}
	changed := head.Seq < a.last.Seq || len(lines) == 0
	if !changed && lines[0].Seq == a.last.Seq { // else retention removed it
		changed = lines[0].Hash != a.last.Hash
	}
	if changed {
		a.Logger.ErrorContext(ctx, "the audit trail was cut or written anew: it no longer has the line that was anchored last",
			slog.Int64("anchored_seq", a.last.Seq), slog.String("anchored_hash", a.last.Hash.String()),
			slog.Time("anchored_at", a.last.Time), slog.Int64("seq", head.Seq), slog.String("hash", head.Hash.String()))
		a.last = chain.Anchor{}
		a.Metrics.gone.Inc()
	}
	return nil
}

// append adds a line to the file, and waits for the disk. The file is opened each time, so that it may be moved away.
func (a *Anchorer) append(anchor chain.Anchor) (err error) {
	if a.File == "" {
		return nil
	}
	text, err := json.Marshal(anchor)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(a.File, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if a.torn {
		text = append([]byte{'\n'}, text...)
	}
	_, err = file.Write(text)
	a.torn = err != nil
	return errors.Join(err, file.Sync(), file.Close())
}

// resume reads the last anchor of the file, so that what happened to the trail while nobody anchored it is noticed.
func (a *Anchorer) resume() error {
	if a.File == "" {
		return nil
	}
	text, err := os.ReadFile(a.File)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(text) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	a.torn = text[len(text)-1] != '\n'
	anchors, err := chain.ReadAnchors(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("%s: %w", a.File, err)
	}
	a.last = anchors[len(anchors)-1]
	return nil
}
