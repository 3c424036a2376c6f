package prototest_test

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/encoding/prototext"
	protobuf "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/proto"
	"github.com/salaatflow/platform/proto/descriptors"
)

// Whoever has the exported folder and nothing else compiles what the platform itself is made of.
func TestTheContractCompilesFromItsFolderAlone(t *testing.T) {
	dir := t.TempDir()
	if err := proto.Export(dir); err != nil {
		t.Fatal(err)
	}
	var sources []string
	for _, path := range proto.Paths() {
		if strings.HasSuffix(path, ".proto") {
			sources = append(sources, path)
		}
	}
	// No standard imports: what is not in the folder is missing.
	compiler := protocompile.Compiler{Resolver: &protocompile.SourceResolver{ImportPaths: []string{dir}}}
	files, err := compiler.Compile(t.Context(), sources...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := descriptors.Services(); err != nil { // which links our own files
		t.Fatal(err)
	}
	own := 0
	for _, file := range files {
		if !strings.HasPrefix(file.Path(), "salaatflow/") {
			continue
		}
		own++
		linked, err := protoregistry.GlobalFiles.FindFileByPath(file.Path())
		if err != nil {
			continue // of a service that this test does not link
		}
		if got, want := known(t, protodesc.ToFileDescriptorProto(file)), protodesc.ToFileDescriptorProto(linked); !protobuf.Equal(got, want) {
			t.Errorf("%s compiles to something else:\n%s\nwant\n%s", file.Path(), prototext.Format(got), prototext.Format(want))
		}
	}
	set, err := descriptors.Set()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range set.GetFile() {
		if proto.Files()[file.GetName()] == nil {
			t.Errorf("%s is missing", file.GetName())
		}
	}
	if folders := 10; own < folders {
		t.Errorf("only %d files are the platform's own", own)
	}
}

// known reads a compiled file again with the linked types of options.
func known(t *testing.T, file *descriptorpb.FileDescriptorProto) *descriptorpb.FileDescriptorProto {
	t.Helper()
	raw, err := protobuf.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	read := &descriptorpb.FileDescriptorProto{}
	if err := protobuf.Unmarshal(raw, read); err != nil {
		t.Fatal(err)
	}
	read.SourceCodeInfo = nil
	return read
}

func TestTheArchiveAndTheFolderHoldTheSame(t *testing.T) {
	dir := t.TempDir()
	if err := proto.Export(dir); err != nil {
		t.Fatal(err)
	}
	packed, err := proto.Zip()
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	if len(archive.File) != len(proto.Paths()) {
		t.Errorf("%d files are packed, want %d", len(archive.File), len(proto.Paths()))
	}
	for _, entry := range archive.File {
		if !filepath.IsLocal(entry.Name) {
			t.Errorf("%s leads out of the folder", entry.Name)
			continue
		}
		opened, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(opened)
		if err != nil {
			t.Fatal(err)
		}
		if want, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(entry.Name))); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from the exported file (%v)", entry.Name, err)
		}
	}
	if again := os.WriteFile(filepath.Join(dir, "kept.txt"), nil, 0o600); again != nil {
		t.Fatal(again)
	}
	if err := proto.Export(dir); err != nil {
		t.Errorf("a second export: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "kept.txt")); err != nil {
		t.Errorf("what was in the folder is gone: %v", err)
	}
}
