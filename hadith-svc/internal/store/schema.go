package store

import (
	"embed"
	"errors"
	"io/fs"
	"strings"

	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqlite"
)

//go:embed migrations/*.sql words_sqlite/*.sql words_postgres/*.sql
var files embed.FS

// Schema returns the tables of the library. Only the index of words differs between the engines.
func Schema(engine sqlstore.Engine) sqlstore.Schema {
	words := "words_sqlite"
	if engine == sqlstore.PostgreSQL {
		words = "words_postgres"
	}
	return sqlstore.Schema{
		Name: "hadith", Migrations: folders{"migrations", words}, Command: "hadith-svc migrate", SQLite: sqlite.Pool,
	}
}

// SchemaFor returns the tables of the library in the database at url.
func SchemaFor(url string) sqlstore.Schema {
	if strings.HasPrefix(url, "postgres") {
		return Schema(sqlstore.PostgreSQL)
	}
	return Schema(sqlstore.SQLite)
}

// folders are folders of files, read as one.
type folders []string

// Open opens a file of any of the folders.
func (f folders) Open(name string) (fs.File, error) {
	var err error
	for _, folder := range f {
		var file fs.File
		if file, err = files.Open(folder + "/" + name); err == nil {
			return file, nil
		}
	}
	return nil, err
}

// ReadDir lists the files of all folders.
func (f folders) ReadDir(name string) ([]fs.DirEntry, error) {
	if name != "." {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	var all []fs.DirEntry
	for _, folder := range f {
		entries, err := files.ReadDir(folder)
		if err != nil {
			return nil, errors.Join(errors.New("a folder of migrations is missing"), err)
		}
		all = append(all, entries...)
	}
	return all, nil
}
