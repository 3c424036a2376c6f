// Package scaffold writes a service that runs, registers and is called, to begin one's own with.
package scaffold

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/salaatflow/platform/services/join/libraries"
)

// templates are the files of each language, and those of all. Those that end in .txt lose that, which keeps Go from building them here.
//
//go:embed all:templates
var templates embed.FS

// library says where the library of a language is, and in which folder of the service it is written: what it needs to join, without any
// registry of packages. In Go it is a module.
var library = map[string]struct{ from, to string }{
	"node": {"node", "join"}, "python": {"python/salaatflow_join", "salaatflow_join"},
}

// Service is what to write.
type Service struct {
	// Name is the name, ^[a-z][a-z0-9]*([-_][a-z0-9]+)*$, of which those of the service and its package are made.
	Name string
	// Tool is the name of its tool; empty makes it of Name.
	Tool string
	// Language is go, node or python.
	Language string
	// Version is the released version of the platform's modules with which a service in Go is built, such as v0.1.0.
	Version string
	// Registry is the address of the registry that it joins unless it is told another, host:port.
	Registry string
}

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9]*([-_][a-z0-9]+)*$`)

// longestName leaves room for what is added to a name.
const longestName = 40

// CheckName fails with what a name has to look like.
func CheckName(name string) error {
	if !nameForm.MatchString(name) || len(name) > longestName {
		return fmt.Errorf("%q is not a name such as prayer-beads: small letters and digits, parted by - or _, at most %d", name, longestName)
	}
	if strings.HasPrefix(name, "salaatflow") {
		return fmt.Errorf("%q would have the package of the platform itself: take another name", name)
	}
	return nil
}

// names returns what stands in templates for each name.
func (s Service) names() *strings.Replacer {
	words := strings.FieldsFunc(s.Name, func(r rune) bool { return r == '-' || r == '_' })
	tool := s.Tool
	if tool == "" {
		tool = "greet_" + strings.Join(words, "_")
	}
	spoken := strings.Split(tool, "_")
	return strings.NewReplacer(
		"__SERVICE__", strings.Join(words, "-")+"-svc", "__FOLDER__", s.Name, "__PACKAGE__", strings.Join(words, ""), "__TYPE__", joined(words),
		"__TOOL__", tool, "__RPC__", joined(spoken), "__WORDS__", strings.Join(spoken, " "), "__VERSION__", s.Version, "__REGISTRY__", s.Registry,
		"__TITLE__", upper(strings.Join(spoken, " ")))
}

func joined(words []string) string {
	var b strings.Builder
	for _, word := range words {
		b.WriteString(upper(word))
	}
	return b.String()
}

func upper(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// Write writes the service into a folder, which must not exist, and compiles its contract. For Go it needs the command go, which
// generates the code.
func Write(ctx context.Context, folder string, service Service) error {
	if err := os.Mkdir(folder, 0o750); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: name another folder with --dir", folder)
	} else if err != nil {
		return err
	}
	names := service.names()
	for _, of := range []string{"templates", "templates/" + service.Language} {
		entries, err := templates.ReadDir(of)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			if entry.IsDir() {
				continue
			}
			if err := write(folder, path.Join(of, entry.Name()), names); err != nil {
				return err
			}
		}
	}
	if joins, ok := library[service.Language]; ok {
		files, err := fs.Sub(libraries.Files, joins.from)
		if err != nil {
			return err
		}
		if err := os.CopyFS(filepath.Join(folder, joins.to), files); err != nil {
			return err
		}
	}
	return Build(ctx, folder, service.Language == "go")
}

func write(folder, template string, names *strings.Replacer) error {
	text, err := templates.ReadFile(template)
	if err != nil {
		return err
	}
	name := strings.TrimSuffix(path.Base(template), ".txt")
	text = []byte(names.Replace(string(text)))
	if name == "service.proto" {
		name = names.Replace("__PACKAGE__/v1/__PACKAGE__.proto")
	}
	target := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(target), 0o750); err != nil {
		return err
	}
	return os.WriteFile(target, text, 0o600)
}
