package discovery

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog"
)

// A catalogue file is this line, the SHA-256 of the rest, and a registryv1.Snapshot.
const keptFormat = "salaatflow catalogue 1\n"

const (
	// maxKeptBytes is the largest file that is read.
	maxKeptBytes = 512 << 20
	// keptMode keeps the addresses of all instances to the file's owner.
	keptMode = 0o600
	// writableByOthers are the bits with which somebody else could decide where calls go.
	writableByOthers = 0o022
)

// restore publishes the stored catalogue, if there is one. It counts until the registry sends another. A file that cannot
// be used is logged and ignored.
func (w *Watcher) restore(ctx context.Context) {
	if w.catalogFile == "" {
		return
	}
	snapshot, err := readKept(w.catalogFile)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err == nil {
		err = w.picture.apply(&registryv1.WatchResponse{Event: &registryv1.WatchResponse_Snapshot{Snapshot: snapshot}}, false)
	}
	if err != nil {
		w.logger.WarnContext(ctx, "failed to read the stored catalogue; waiting for the registry", "file", w.catalogFile, "error", err)
		return
	}
	kept := w.picture.catalog()
	w.logger.InfoContext(ctx, "starting with the stored catalogue", "file", w.catalogFile,
		"tools", len(kept.Tools()), "instances", len(kept.Instances()))
	w.publish(kept)
}

// restPerWrite is how many times as long as writing took the file is left alone afterwards: a large catalogue that changes all the
// time takes a tenth of a core and of the disk at most.
const restPerWrite = 10

// keep writes the catalogue that the registry sends to the file, after changes and before Stop. It skips one without tools.
func (w *Watcher) keep(ctx context.Context) {
	defer close(w.kept)
	changed, cancel := w.Subscribe()
	defer cancel()
	var written [sha256.Size]byte
	for watching := true; watching; {
		select {
		case <-changed:
		case <-w.stopped:
			watching = false
		}
		current := w.Current()
		if !isClosed(w.synced) || !hasTools(current) {
			continue
		}
		began := w.clock.Now()
		sum := sumKept(current)
		if sum == written {
			continue
		}
		if err := writeKept(w.catalogFile, current, sum); err != nil {
			w.logger.WarnContext(ctx, "failed to store the catalogue", "file", w.catalogFile, "error", err)
			continue
		}
		written = sum
		if rest := restPerWrite * w.clock.Since(began); watching && rest > 0 {
			timer := w.clock.NewTimer(rest)
			select {
			case <-timer.Chan():
			case <-w.stopped:
			}
			timer.Stop()
		}
	}
}

// hasTools reports whether somebody offers a tool.
func hasTools(c *catalog.Catalog) bool {
	return slices.ContainsFunc(c.Definitions(), func(d *catalog.Definition) bool { return len(d.ToolNames) > 0 })
}

// The numbers of the fields of a Snapshot.
const (
	keptDefinitions protowire.Number = 1
	keptInstances   protowire.Number = 2
)

// encodeKept yields the catalogue as a registryv1.Snapshot, piece by piece: whole it may be a hundred megabytes.
func encodeKept(c *catalog.Catalog) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var buffer []byte
		head := func(number protowire.Number, length uint64) bool {
			buffer = protowire.AppendVarint(protowire.AppendTag(buffer[:0], number, protowire.BytesType), length)
			return yield(buffer)
		}
		for _, definition := range c.Definitions() {
			length := uint64(0)
			for piece := range definition.Pieces() {
				length += uint64(len(piece))
			}
			if !head(keptDefinitions, length) {
				return
			}
			for piece := range definition.Pieces() {
				if !yield(piece) {
					return
				}
			}
		}
		for _, instance := range c.Instances() {
			content, err := proto.MarshalOptions{Deterministic: true}.Marshal(instance.Proto())
			if err != nil {
				continue // it came as such a message
			}
			if !head(keptInstances, uint64(len(content))) || !yield(content) {
				return
			}
		}
	}
}

func sumKept(c *catalog.Catalog) (sum [sha256.Size]byte) {
	all := sha256.New()
	for piece := range encodeKept(c) {
		all.Write(piece)
	}
	return [sha256.Size]byte(all.Sum(nil))
}

// writeKept replaces the file as a whole: a reader sees the old one or the new one. sum is that of the catalogue.
func writeKept(path string, c *catalog.Catalog, sum [sha256.Size]byte) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // for the owner alone
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name()) // a leftover harms nobody
		}
	}()
	buffered := bufio.NewWriterSize(file, 1<<18)
	_, _ = buffered.WriteString(keptFormat) // Flush returns what failed
	_, _ = buffered.Write(sum[:])
	for piece := range encodeKept(c) {
		_, _ = buffered.Write(piece)
	}
	if err = errors.Join(buffered.Flush(), file.Chmod(keptMode), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// readKept reads what writeKept wrote. It refuses a file that is too large, damaged, or writable by others.
func readKept(path string) (*registryv1.Snapshot, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	case info.Mode().Perm()&writableByOthers != 0:
		return nil, fmt.Errorf("others than its owner may write it (mode %#o): chmod 600 it, or remove it", info.Mode().Perm())
	case info.Size() > maxKeptBytes:
		return nil, fmt.Errorf("it has %d bytes, and at most %d are read", info.Size(), maxKeptBytes)
	}
	content := make([]byte, info.Size())
	_, err = io.ReadFull(file, content)
	if err != nil {
		return nil, err
	}
	return decodeKept(content)
}

func decodeKept(content []byte) (*registryv1.Snapshot, error) {
	rest, ours := bytes.CutPrefix(content, []byte(keptFormat))
	if !ours || len(rest) < sha256.Size {
		return nil, errors.New("it is not a stored catalogue")
	}
	sum, body := rest[:sha256.Size], rest[sha256.Size:]
	if now := sha256.Sum256(body); !bytes.Equal(sum, now[:]) {
		return nil, errors.New("it is damaged")
	}
	snapshot := &registryv1.Snapshot{}
	if err := proto.Unmarshal(body, snapshot); err != nil {
		return nil, fmt.Errorf("it cannot be decoded: %w", err)
	}
	return snapshot, nil
}
