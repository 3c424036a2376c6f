// Command protodeps writes the third-party .proto files that this repository's own files import, and those of protobuf
// itself, which compilers bring along, so that they can be handed to others.
//
// Their sources are the descriptors that the pinned generated Go modules register. So buf compiles what the Go code
// links, and no schema registry is asked.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	_ "buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"github.com/jhump/protoreflect/v2/protoprint"
	_ "google.golang.org/genproto/googleapis/api/annotations"
	_ "google.golang.org/genproto/googleapis/api/httpbody"
	_ "google.golang.org/genproto/googleapis/rpc/code"
	_ "google.golang.org/genproto/googleapis/rpc/errdetails"
	_ "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	_ "google.golang.org/protobuf/types/known/durationpb"
	_ "google.golang.org/protobuf/types/known/fieldmaskpb"
	_ "google.golang.org/protobuf/types/known/structpb"
	_ "google.golang.org/protobuf/types/known/timestamppb"
)

// modules maps a path prefix of a proto file to the folder of its buf module.
var modules = map[string]string{
	"google/api/":   "googleapis",
	"google/rpc/":   "googleapis",
	"buf/validate/": "protovalidate",
	// No module of ours: buf has these built in.
	"google/protobuf/": "protobuf",
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: protodeps DIR")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "protodeps:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	var failed error
	printer := &protoprint.Printer{}
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for prefix, module := range modules {
			if strings.HasPrefix(file.Path(), prefix) {
				failed = writeFile(printer, file, filepath.Join(dir, module, filepath.FromSlash(file.Path())))
			}
		}
		return failed == nil
	})
	return failed
}

func writeFile(printer *protoprint.Printer, file protoreflect.FileDescriptor, path string) error {
	text, err := printer.PrintProtoToString(file)
	if err != nil {
		return fmt.Errorf("print %s: %w", file.Path(), err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o600)
}
