package discovery

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"google.golang.org/protobuf/proto"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog"
)

// A catalogue file is this line, the SHA-256 of the rest, and a registryv1.Snapshot.
const keptFormat = "salaatflow catalogue 1\n"

const (
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

// keep writes each catalogue that the registry sends to the file, the last one before Stop included. It skips one without
// tools.
func (w *Watcher) keep(ctx context.Context) {
	defer close(w.kept)
	changed, cancel := w.Subscribe()
	defer cancel()
	var written []byte
	for watching := true; watching; {
		select {
		case <-changed:
		case <-w.stopped:
			watching = false
		}
		current := w.Current()
		if !isClosed(w.synced) || len(current.Tools()) == 0 {
			continue
		}
		content, err := encodeKept(current)
		if err == nil && bytes.Equal(content, written) {
			continue
		}
		if err == nil {
			err = writeKept(w.catalogFile, content)
		}
		if err != nil {
			w.logger.WarnContext(ctx, "failed to store the catalogue", "file", w.catalogFile, "error", err)
			continue
		}
		written = content
	}
}

func encodeKept(c *catalog.Catalog) ([]byte, error) {
	snapshot := &registryv1.Snapshot{}
	for _, definition := range c.Definitions() {
		snapshot.Definitions = append(snapshot.Definitions, definition.Message())
	}
	for _, instance := range c.Instances() {
		snapshot.Instances = append(snapshot.Instances, instance.Proto())
	}
	body, err := proto.MarshalOptions{Deterministic: true}.Marshal(snapshot)
	if err != nil {
		return nil, fmt.Errorf("encode the catalogue: %w", err)
	}
	sum := sha256.Sum256(body)
	content := append([]byte(keptFormat), sum[:]...)
	return append(content, body...), nil
}

// writeKept replaces the file as a whole: a reader sees the old one or the new one.
func writeKept(path string, content []byte) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // for the owner alone
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name()) // a leftover harms nobody
		}
	}()
	_, err = file.Write(content)
	if err = errors.Join(err, file.Chmod(keptMode), file.Sync(), file.Close()); err != nil {
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
	case info.Size() > maxMessageBytes:
		return nil, fmt.Errorf("it has %d bytes, and at most %d are read", info.Size(), maxMessageBytes)
	}
	content, err := io.ReadAll(io.LimitReader(file, maxMessageBytes))
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
