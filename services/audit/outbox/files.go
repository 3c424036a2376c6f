package outbox

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/services/audit/chain"
	"github.com/salaatflow/platform/services/secretfile"
)

// KeyFile is the file with the key of the arguments' digests, for an outbox without a credential. With it, a folder that is made
// anew gives equal arguments the digests that they had.
const KeyFile = "digest.key"

// The other files of the folder, beside the segments, which are named by their first line.
const (
	lockFile    = "outbox.lock"
	sourceFile  = "source"
	shippedFile = "shipped"

	segmentEnding = ".jsonl"
	segmentDigits = 20
)

func (o *Outbox) open() (err error) {
	folder := o.options.Outbox
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	name := filepath.Join(folder, lockFile)
	if o.lock, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600); err != nil { //nolint:gosec // in the operator's folder
		return err
	}
	if err := lock(o.lock); err != nil {
		return fmt.Errorf("%s is in use by another process, or cannot be locked: %w", folder, err)
	}
	source, err := kept(filepath.Join(folder, sourceFile), rand.Text)
	if err != nil {
		return err
	}
	o.source = source
	if err := o.openDigests(); err != nil {
		return err
	}
	if err := o.readShipped(); err != nil {
		return err
	}
	return o.openSegments()
}

// kept returns the text of a file, which is made where there is none.
func kept(path string, made func() string) (string, error) {
	content, err := os.ReadFile(path) //nolint:gosec // in the operator's folder
	if errors.Is(err, fs.ErrNotExist) {
		text := made()
		return text, secretfile.Write(path, []byte(text+"\n"))
	}
	return strings.TrimSpace(string(content)), err
}

func (o *Outbox) readShipped() error {
	mark, err := os.OpenFile(filepath.Join(o.options.Outbox, shippedFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	o.mark = mark
	content, err := io.ReadAll(mark)
	if err != nil {
		return err
	}
	// What is no number counts as 0: everything is shipped again, which adds nothing twice.
	number, _ := strconv.ParseInt(strings.TrimSpace(string(content)), 10, 64)
	o.shipped.Store(max(number, 0))
	return o.noteShipped(max(number, 0)) // takes its room on the disk now
}

// noteShipped writes over what was noted before, which needs no room on the disk.
func (o *Outbox) noteShipped(through int64) error {
	_, err := o.mark.WriteAt(fmt.Appendf(nil, "%0*d\n", segmentDigits, through), 0)
	return err
}

// segments returns the numbers of the first lines of the segments, in order.
func (o *Outbox) segments() (first []int64, err error) {
	entries, err := os.ReadDir(o.options.Outbox)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		digits, isSegment := strings.CutSuffix(entry.Name(), segmentEnding)
		if number, err := strconv.ParseInt(digits, 10, 64); isSegment && err == nil && len(digits) == segmentDigits {
			first = append(first, number)
		}
	}
	slices.Sort(first)
	return first, nil
}

func (o *Outbox) segment(first int64) string {
	return filepath.Join(o.options.Outbox, fmt.Sprintf("%0*d%s", segmentDigits, first, segmentEnding))
}

// openSegments goes on where the last process ended. A line that it did not finish is removed: nobody was told of it.
func (o *Outbox) openSegments() error {
	segments, err := o.segments()
	if err != nil {
		return err
	}
	for i := len(segments) - 1; i >= 0; i-- {
		content, err := os.ReadFile(o.segment(segments[i]))
		if err != nil {
			return err
		}
		content = written(content)
		whole := content[:bytes.LastIndexByte(content, '\n')+1]
		if len(whole) == 0 && i > 0 {
			if err := os.Remove(o.segment(segments[i])); err != nil {
				return err
			}
			continue
		}
		if err := o.resume(segments[i], whole); err != nil {
			return err
		}
		return o.count(segments[:i])
	}
	return o.create(1)
}

// resume goes on with a segment of which this much is whole.
func (o *Outbox) resume(first int64, whole []byte) error {
	if len(whole) > 0 {
		begin := bytes.LastIndexByte(whole[:len(whole)-1], '\n') + 1
		last, err := chain.Parse(whole[begin:])
		if err == nil {
			err = last.Intact()
		}
		if err != nil {
			return fmt.Errorf("the last line of %s: %w", o.segment(first), err)
		}
		last.Entry = nil
		o.end = last
		o.last.Store(last.Seq)
	}
	file, err := os.OpenFile(o.segment(first), os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	o.file, o.size, o.reserved = file, int64(len(whole)), false
	if o.last.Load() > o.shipped.Load() {
		o.waiting.Add(o.size)
		o.wrote <- struct{}{}
	}
	return file.Truncate(o.size)
}

// count adds what waits in earlier segments.
func (o *Outbox) count(segments []int64) error {
	for i, first := range segments {
		next := o.end.Seq + 1
		if i+1 < len(segments) {
			next = segments[i+1]
		}
		if next <= o.shipped.Load()+1 {
			continue // goes away with the next shipment
		}
		info, err := os.Stat(o.segment(first))
		if err != nil {
			return err
		}
		o.waiting.Add(info.Size())
	}
	return nil
}

func (o *Outbox) create(first int64) error {
	file, err := os.OpenFile(o.segment(first), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	room, err := reserve(file, segmentBytes+spareBytes)
	if err != nil {
		return errors.Join(err, file.Close(), os.Remove(file.Name()))
	}
	o.file, o.size, o.reserved, o.room, o.ahead = file, 0, true, room, 0
	return nil
}

// rotate begins the next segment. mu is locked.
func (o *Outbox) rotate() error {
	full, size, room := o.file, o.size, o.room
	if err := o.create(o.end.Seq + 1); err != nil {
		return err
	}
	o.dirty = false
	return errors.Join(room.release(), full.Truncate(size), full.Sync(), full.Close()) // the second gives back what was not needed
}

// Close flushes and closes the files. Nothing may be recorded after it.
func (o *Outbox) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.closeFiles()
}

func (o *Outbox) closeFiles() (err error) {
	if o.file != nil {
		err = errors.Join(o.leave(), o.file.Sync(), o.file.Close())
		o.file = nil
	}
	if o.mark != nil {
		err = errors.Join(err, o.mark.Close())
		o.mark = nil
	}
	if o.lock != nil {
		err = errors.Join(err, o.lock.Close())
		o.lock = nil
	}
	return err
}
