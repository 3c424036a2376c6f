package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"time"

	"github.com/salaatflow/platform/salaatflow/internal/backup"
	"github.com/salaatflow/platform/salaatflow/internal/output"
	"github.com/salaatflow/platform/salaatflow/platform"
	"github.com/salaatflow/platform/services/kit"
)

// dataFolder holds the flag of commands that work on a data folder.
type dataFolder struct {
	Data string `help:"The folder of the databases, as for up." default:"data" placeholder:"DIR" type:"path"`
}

type backupCommand struct {
	dataFolder `embed:""`
	printed
	Target string `arg:"" help:"Write the backup to this folder, which must not exist." type:"path"`
}

// Run backs up the data folder.
func (c backupCommand) Run(ctx context.Context, streams Streams) error {
	source := backup.Source{Data: c.Data, Files: platform.Files()}
	manifest, err := backup.Create(ctx, source, c.Target, kit.Version(), time.Now())
	if err != nil {
		return err
	}
	result := backedUp{Backup: c.Target, Manifest: manifest}
	return c.Output.Write(streams.Out, result, func(out io.Writer) error {
		rows := output.Rows{{"FILE", "BYTES"}}
		for _, database := range manifest.Databases {
			rows.Add(database.Name, strconv.FormatInt(database.Bytes, 10))
		}
		for _, file := range manifest.Files {
			rows.Add(file.Name, strconv.FormatInt(file.Bytes, 10))
		}
		if err := rows.Write(out); err != nil {
			return err
		}
		_, err := fmt.Fprintf(out, "\n%d databases and %d files are backed up in %s\n",
			len(manifest.Databases), len(manifest.Files), c.Target)
		return err
	})
}

// backedUp is what a backup has, for programs.
type backedUp struct {
	// Backup is its folder.
	Backup string `json:"backup"`
	backup.Manifest
}

// restored is what was restored, for programs.
type restored struct {
	backedUp
	// Data is the folder that has it now, and Aside the one in which is what was there before; empty if there was nothing.
	Data  string `json:"data"`
	Aside string `json:"aside,omitempty"`
}

type restoreCommand struct {
	dataFolder `embed:""`
	printed
	Replace bool   `help:"Move what is replaced into a folder beside it."`
	Source  string `arg:"" help:"Restore the backup in this folder." type:"path"`
}

// Run restores a backup.
func (c restoreCommand) Run(ctx context.Context, streams Streams) (err error) {
	release, err := platform.LockData(c.Data, slog.New(slog.NewTextHandler(streams.Err, nil)))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	manifest, aside, err := backup.Restore(ctx, backup.Options{
		Data: c.Data, Source: c.Source, Files: platform.Files(), Schemas: platform.Schemas(), Replace: c.Replace, Now: time.Now(),
	})
	if err != nil {
		return err
	}
	result := restored{backedUp: backedUp{Backup: c.Source, Manifest: manifest}, Data: c.Data, Aside: aside}
	return c.Output.Write(streams.Out, result, func(out io.Writer) error {
		if aside != "" {
			fmt.Fprintf(out, "what was there before is in %s\n", aside)
		}
		_, err := fmt.Fprintf(out, "%d databases and %d files of %s are restored to %s\n",
			len(manifest.Databases), len(manifest.Files), manifest.Created.Format(time.RFC3339), c.Data)
		return err
	})
}
