package masjidsvc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/salaatflow/platform/masjid-svc/internal/exchange"
	"github.com/salaatflow/platform/masjid-svc/internal/importing"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/internal/store"
	"github.com/salaatflow/platform/services/kit"
)

// exportArguments describe an export.
type exportArguments struct {
	Format string `enum:"csv,geojson" default:"csv" help:"Format: csv or geojson; import reads both."`
	Output string `short:"o" placeholder:"FILE" help:"File to write; standard output unless given."`
	Source string `help:"Export only records of this source."`
	City   string `help:"Export only masjids of this city, spelled as in the data."`
}

// Export returns the command that writes the masjids of the directory to a file. It writes remarks to notes.
func Export(notes io.Writer) kit.Command[Config] {
	arguments := &exportArguments{}
	return kit.Command[Config]{
		Name:      "export",
		Help:      "Export masjids to a file that import reads back unchanged.",
		Arguments: arguments,
		Run: func(ctx context.Context, out io.Writer, config Config) error {
			return arguments.run(ctx, out, notes, config)
		},
	}
}

func (a exportArguments) run(ctx context.Context, out, notes io.Writer, config Config) error {
	return withStore(ctx, config, func(kept *store.Store) error {
		count := 0
		err := writeTo(a.Output, out, func(w io.Writer) (err error) {
			count, err = a.write(ctx, kept, w)
			return err
		})
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		_, err = fmt.Fprintf(notes, "Exported %d masjids. Each has its own licence; pass it on with the data.\n", count)
		return err
	})
}

func (a exportArguments) write(ctx context.Context, kept *store.Store, w io.Writer) (int, error) {
	open := exchange.NewCSVWriter
	if a.Format == "geojson" {
		open = exchange.NewGeoJSONWriter
	}
	writer, err := open(w)
	if err != nil {
		return 0, err
	}
	return importing.Export(ctx, kept, writer, func(m masjids.Masjid) bool {
		return (a.Source == "" || m.Source == a.Source) && (a.City == "" || m.City == a.City)
	})
}

// writeTo passes write the standard output, or the file at path, which appears once it is complete.
func writeTo(path string, out io.Writer, write func(io.Writer) error) (err error) {
	if path == "" {
		return write(out)
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	if err := errors.Join(write(file), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}
