package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/salaatflow/platform/salaatflow/internal/backup"
	"github.com/salaatflow/platform/salaatflow/platform"
	"github.com/salaatflow/platform/services/kit"
)

// dataFolder holds the flag of commands that work on a data folder.
type dataFolder struct {
	Data string `help:"The folder of the databases, as for up." default:"data" placeholder:"DIR" type:"path"`
}

type backupCommand struct {
	dataFolder `embed:""`
	Target     string `arg:"" help:"Write the backup to this folder, which must not exist." type:"path"`
}

// Run backs up the data folder.
func (c backupCommand) Run(ctx context.Context, streams Streams) error {
	source := backup.Source{Data: c.Data, Files: platform.Files()}
	manifest, err := backup.Create(ctx, source, c.Target, kit.Version(), time.Now())
	if err != nil {
		return err
	}
	for _, database := range manifest.Databases {
		showFile(streams, database.File)
	}
	for _, file := range manifest.Files {
		showFile(streams, file)
	}
	_, err = fmt.Fprintf(streams.Out, "%d databases and %d files are backed up in %s\n",
		len(manifest.Databases), len(manifest.Files), c.Target)
	return err
}

func showFile(streams Streams, file backup.File) {
	fmt.Fprintf(streams.Out, "%-24s %11d bytes\n", file.Name, file.Bytes)
}

type restoreCommand struct {
	dataFolder `embed:""`
	Replace    bool   `help:"Move what is replaced into a folder beside it."`
	Source     string `arg:"" help:"Restore the backup in this folder." type:"path"`
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
	if aside != "" {
		fmt.Fprintf(streams.Out, "what was there before is in %s\n", aside)
	}
	_, err = fmt.Fprintf(streams.Out, "%d databases and %d files of %s are restored to %s\n",
		len(manifest.Databases), len(manifest.Files), manifest.Created.Format(time.RFC3339), c.Data)
	return err
}
