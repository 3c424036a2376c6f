package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// create makes a SQLite file that is not there, with nothing in it but its header. It comes into being whole, so that a file of
// 0 bytes is none that a program left behind when it was killed.
func create(ctx context.Context, path string, schema Schema) (err error) {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	made, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-") // its owner's alone
	if err != nil {
		return err // names the file
	}
	defer func() {
		if removed := os.Remove(made.Name()); !errors.Is(removed, fs.ErrNotExist) {
			err = errors.Join(err, removed)
		}
	}()
	if err := errors.Join(writeHeader(ctx, made.Name(), schema), made.Sync(), made.Close()); err != nil {
		return fmt.Errorf("make %s: %w", path, err)
	}
	err = os.Link(made.Name(), path)
	if errors.Is(err, fs.ErrExist) { // another program was faster
		return nil
	}
	if err != nil { // some file systems have no links
		err = os.Rename(made.Name(), path)
	}
	return errors.Join(err, syncFolder(filepath.Dir(path)))
}

// writeHeader makes a file one that SQLite keeps a log beside.
func writeHeader(ctx context.Context, path string, schema Schema) error {
	pool := schema.SQLite(path, 1, "_pragma=journal_mode(WAL)", func(error) {})
	return errors.Join(pool.PingContext(ctx), pool.Close())
}

func syncFolder(path string) error {
	folder, err := os.Open(path) //nolint:gosec // the operator names it
	if err != nil {
		return err // names the folder
	}
	return errors.Join(folder.Sync(), folder.Close())
}
