package library

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/salaatflow/platform/skills-svc/internal/skillfile"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// maxFolders is how many folders of one root are read.
const maxFolders = 1000

// open returns the files of a root, which no path and no link can leave. A folder that does not exist has none.
func (r Root) open() (files fs.FS, closeRoot func(), err error) {
	if r.Path == "" {
		return r.Files, func() {}, nil
	}
	root, err := os.OpenRoot(r.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return noFiles{}, func() {}, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("open a root of skills: %w", err)
	}
	return root.FS(), func() { _ = root.Close() }, nil // it was only read
}

// noFiles is a root that does not exist.
type noFiles struct{}

func (noFiles) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// skillFolders lists what may be the folder of a skill, by name.
func skillFolders(files fs.FS) ([]string, error) {
	entries, err := fs.ReadDir(files, ".")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var folders []string
	for _, entry := range entries {
		isLink := entry.Type()&fs.ModeSymlink != 0
		if (entry.IsDir() || isLink) && !strings.HasPrefix(entry.Name(), ".") {
			folders = append(folders, entry.Name())
		}
	}
	if len(folders) > maxFolders {
		return nil, fmt.Errorf("it has %d folders; at most %d are allowed", len(folders), maxFolders)
	}
	return folders, nil
}

// readSkill reads the SKILL.md of a folder. It returns nil if there is none.
func readSkill(files fs.FS, location skills.Location, folder string) *candidate {
	c := &candidate{location: location}
	text, err := readFile(files, folder+"/"+skillfile.Name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNoFolder) {
		return nil
	}
	label := skills.Label(location, folder, skillfile.Name)
	if err != nil {
		c.warnings = []skills.Warning{{File: label, Message: problemOf(err)}}
		return c
	}
	skill, problems := skillfile.Parse(folder, text)
	for _, problem := range problems {
		c.warnings = append(c.warnings, skills.Warning{File: label, Line: problem.Line, Message: problem.Message})
	}
	if skill != nil {
		skill.Location = location
		c.skill = skill
	}
	return c
}

var (
	errNoFolder = errors.New("no folder")
	errNoFile   = errors.New("must be a regular file")
	errTooLarge = errors.New("is larger than 1 MiB: keep the instructions short, and put details into files of their own")
)

// readFile reads a regular file of bounded size.
func readFile(files fs.FS, path string) ([]byte, error) {
	folder, _, _ := strings.Cut(path, "/")
	if info, err := fs.Stat(files, folder); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, errNoFolder
	}
	info, err := fs.Stat(files, path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular(): // opening a pipe would wait for a writer
		return nil, errNoFile
	case info.Size() > skillfile.MaxBytes:
		return nil, errTooLarge
	}
	file, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // read only
	return io.ReadAll(io.LimitReader(file, skillfile.MaxBytes+1))
}

// problemOf returns why a file cannot be read, without a path of this machine.
func problemOf(err error) string {
	var path *fs.PathError
	switch {
	case errors.Is(err, errNoFile), errors.Is(err, errTooLarge):
		return err.Error()
	case errors.Is(err, fs.ErrPermission):
		return "cannot be read: the service lacks the permission"
	case errors.As(err, &path) && strings.Contains(path.Err.Error(), "escapes"):
		return "is a link that leads out of the root; copy the skill into the root instead"
	case errors.As(err, &path):
		return "cannot be read: " + path.Err.Error()
	default:
		return "cannot be read"
	}
}
