package protolint

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/linker"
	"github.com/bufbuild/protocompile/reporter"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/proto"
)

// sources are the files to be looked at, by the paths by which files import them.
type sources struct {
	paths  []string          // as they are imported, in the order in which they were given
	onDisk map[string]string // where they are, as they were given
	roots  []string          // where imports are looked for
}

var packageLine = regexp.MustCompile(`(?m)^\s*package\s+([A-Za-z_][A-Za-z0-9_.]*)\s*;`)

// locate finds the paths by which files import each other. Without roots, a file's root is the folder that its package's
// folders are in, or else its own folder.
func locate(files, roots []string) (sources, error) {
	s := sources{onDisk: map[string]string{}, roots: roots}
	for _, file := range files {
		text, err := os.ReadFile(file) //nolint:gosec // the file that the user names
		if err != nil {
			return sources{}, err
		}
		root := rootOf(file, text, roots)
		imported, err := filepath.Rel(root, file)
		if err != nil {
			return sources{}, err
		}
		imported = filepath.ToSlash(imported)
		if s.onDisk[imported] == "" {
			s.paths = append(s.paths, imported)
		}
		s.onDisk[imported] = file
		s.roots = append(s.roots, root)
	}
	return s, nil
}

func rootOf(file string, text []byte, roots []string) string {
	for _, root := range roots {
		if relative, err := filepath.Rel(root, file); err == nil && filepath.IsLocal(relative) {
			return root
		}
	}
	dir := filepath.Dir(file)
	if match := packageLine.FindSubmatch(text); match != nil {
		folders := filepath.FromSlash(strings.ReplaceAll(string(match[1]), ".", "/"))
		absolute, err := filepath.Abs(dir)
		if root, inPackage := strings.CutSuffix(absolute, string(filepath.Separator)+folders); err == nil && inPackage {
			if up, err := filepath.Rel(absolute, root); err == nil {
				return filepath.Join(dir, up)
			}
		}
	}
	return dir
}

// compile compiles the files with what they import. What is wrong with their text is findings.
func (s sources) compile(ctx context.Context) (linker.Files, []Finding, error) {
	var findings []Finding
	compiler := protocompile.Compiler{
		SourceInfoMode: protocompile.SourceInfoStandard,
		Reporter: reporter.NewReporter(func(err reporter.ErrorWithPos) error {
			findings = append(findings, s.finding(err))
			return nil
		}, nil),
		Resolver: protocompile.WithStandardImports(protocompile.CompositeResolver{
			protocompile.ResolverFunc(contract),
			&protocompile.SourceResolver{ImportPaths: s.roots},
		}),
	}
	files, err := compiler.Compile(ctx, s.paths...)
	if len(findings) > 0 {
		return nil, findings, nil
	}
	var placed reporter.ErrorWithPos
	if errors.As(err, &placed) { // an import that is not found is not reported
		return nil, []Finding{s.finding(placed)}, nil
	}
	return files, nil, err
}

func (s sources) finding(err reporter.ErrorWithPos) Finding {
	at := err.GetPosition()
	return Finding{File: s.named(at.Filename), Line: at.Line, Column: at.Col, Message: err.Unwrap().Error()}
}

// contract finds the platform's own files, so that everybody is held to the same.
func contract(path string) (protocompile.SearchResult, error) {
	if text, known := proto.Files()[path]; known {
		return protocompile.SearchResult{Source: bytes.NewReader(text)}, nil
	}
	return protocompile.SearchResult{}, fs.ErrNotExist
}

// named returns the name by which a file was given.
func (s sources) named(path string) string {
	if given, known := s.onDisk[path]; known {
		return given
	}
	return path
}

// closure returns the files with everything that they import, each after its imports.
func closure(files linker.Files) *descriptorpb.FileDescriptorSet {
	set, seen := &descriptorpb.FileDescriptorSet{}, map[string]bool{}
	var add func(protoreflect.FileDescriptor)
	add = func(file protoreflect.FileDescriptor) {
		if seen[file.Path()] {
			return
		}
		seen[file.Path()] = true
		for i := range file.Imports().Len() {
			add(file.Imports().Get(i).FileDescriptor)
		}
		set.File = append(set.File, protodesc.ToFileDescriptorProto(file))
	}
	for _, file := range files {
		add(file)
	}
	return set
}

// Compile compiles .proto files, which import each other by their paths below a root, with everything that they import. What is wrong
// with their text is findings.
func Compile(ctx context.Context, files, roots []string) (*descriptorpb.FileDescriptorSet, []Finding, error) {
	given, err := locate(files, roots)
	if err != nil {
		return nil, nil, err
	}
	compiled, findings, err := given.compile(ctx)
	if err != nil || len(findings) > 0 {
		return nil, sorted(findings), err
	}
	return closure(compiled), nil, nil
}
