package scaffold

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"

	"github.com/salaatflow/platform/salaatflow/internal/protolint"
)

// DescriptorSet is the name of the file that Build writes.
const DescriptorSet = "service.binpb"

// Build compiles the .proto files below a folder, with all that they import, into the file DescriptorSet in it, which a service
// registers. For Go it generates the code beside them, with the generators of protobuf and gRPC, which the command go fetches.
func Build(ctx context.Context, folder string, golang bool) error {
	own, err := protoFiles(folder)
	if err != nil {
		return err
	}
	set, err := compile(ctx, folder, own)
	if err != nil {
		return err
	}
	raw, err := proto.MarshalOptions{Deterministic: true}.Marshal(set)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, DescriptorSet), raw, 0o600); err != nil {
		return err
	}
	if !golang {
		return nil
	}
	for _, generator := range []string{
		"google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12", "google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2",
	} {
		if err := generate(ctx, folder, generator, own, set); err != nil {
			return err
		}
	}
	return nil
}

// protoFiles returns the paths of the .proto files below a folder, as they import each other.
func protoFiles(folder string) (own []string, err error) {
	err = fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || strings.HasPrefix(entry.Name(), ".") && name != "."):
			return fs.SkipDir
		case filepath.Ext(name) == ".proto":
			own = append(own, name)
		}
		return nil
	})
	if err == nil && len(own) == 0 {
		err = fmt.Errorf("there is no .proto file below %s", folder)
	}
	return own, err
}

func compile(ctx context.Context, folder string, own []string) (*descriptorpb.FileDescriptorSet, error) {
	var onDisk []string
	for _, name := range own {
		onDisk = append(onDisk, filepath.Join(folder, filepath.FromSlash(name)))
	}
	set, findings, err := protolint.Compile(ctx, onDisk, []string{folder})
	if err != nil {
		return nil, err
	}
	var mistakes []error
	for _, finding := range findings {
		mistakes = append(mistakes, errors.New(finding.String()))
	}
	return set, errors.Join(mistakes...)
}

// generate runs a generator as protoc would, and writes what it answers.
func generate(ctx context.Context, folder, generator string, own []string, set *descriptorpb.FileDescriptorSet) error {
	request, err := proto.Marshal(&pluginpb.CodeGeneratorRequest{
		FileToGenerate: own, ProtoFile: set.GetFile(), Parameter: proto.String("paths=source_relative"),
	})
	if err != nil {
		return err
	}
	command := exec.CommandContext(ctx, "go", "run", generator) //nolint:gosec // one of the two above
	command.Stdin = bytes.NewReader(request)
	var failed bytes.Buffer
	command.Stderr = &failed
	output, err := command.Output()
	if err != nil {
		return fmt.Errorf("go run %s: %w\n%s", generator, err, failed.String())
	}
	response := &pluginpb.CodeGeneratorResponse{}
	if err := proto.Unmarshal(output, response); err != nil {
		return fmt.Errorf("%s: %w", generator, err)
	}
	if response.GetError() != "" {
		return fmt.Errorf("%s: %s", generator, response.GetError())
	}
	for _, file := range response.GetFile() {
		if err := os.WriteFile(filepath.Join(folder, filepath.FromSlash(file.GetName())), []byte(file.GetContent()), 0o600); err != nil {
			return err
		}
	}
	return nil
}
