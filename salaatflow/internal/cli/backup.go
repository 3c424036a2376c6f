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

// Run backs up the databases.
func (c backupCommand) Run(ctx context.Context, streams Streams) error {
	manifest, err := backup.Create(ctx, c.Data, c.Target, kit.Version(), time.Now())
	if err != nil {
		return err
	}
	for _, database := range manifest.Databases {
		fmt.Fprintf(streams.Out, "%-12s %11d bytes\n", database.File, database.Bytes)
	}
	_, err = fmt.Fprintf(streams.Out, "%d databases are backed up in %s\n", len(manifest.Databases), c.Target)
	return err
}

type restoreCommand struct {
	dataFolder `embed:""`
	Replace    bool   `help:"Move existing databases into a folder beside them."`
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
		Data: c.Data, Source: c.Source, Schemas: platform.Schemas(), Replace: c.Replace, Now: time.Now(),
	})
	if err != nil {
		return err
	}
	if aside != "" {
		fmt.Fprintf(streams.Out, "the databases that were there are in %s\n", aside)
	}
	_, err = fmt.Fprintf(streams.Out, "%d databases of %s are restored to %s\n",
		len(manifest.Databases), manifest.Created.Format(time.RFC3339), c.Data)
	return err
}
