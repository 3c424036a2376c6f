package catalog

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/toolspec"
)

// SameFace reports whether callers and models can tell the two apart, by their Faces. Those of the same files need none.
func (d *Definition) SameFace(other *Definition) bool {
	same := slices.Equal(d.wire.grpcServices, other.wire.grpcServices) &&
		slices.EqualFunc(d.wire.files, other.wire.files, func(a, b *File) bool { return a.Sum == b.Sum })
	return same || d.Face() == other.Face()
}

// Face returns a digest of what callers and models can tell of the definition: its descriptors and its comments. What makes no
// difference to them is left out, unlike in Hash: service and version, the order of files, where in a file something stands, the
// white space of comments, and comments that the service changes while it runs (dynamic_description). Two builds may give one
// definition two faces, so a face is compared and not stored.
func (d *Definition) Face() string { return d.face() }

// faceOf takes the comments from the files that it is given.
func faceOf(wire []*descriptorpb.FileDescriptorProto, grpcServices []string, tools []*toolspec.Tool) string {
	dynamic := map[string][][]int{} // by file
	for _, tool := range tools {
		if tool.DynamicDescription {
			file := tool.Method().ParentFile().Path()
			dynamic[file] = append(dynamic[file],
				[]int{serviceField, tool.Method().Parent().Index(), methodField, tool.Method().Index()})
		}
	}
	sum := sha256.New()
	services := slices.Sorted(slices.Values(grpcServices))
	add(sum, strconv.Itoa(len(services)))
	for _, name := range services {
		add(sum, name)
	}
	files := slices.SortedFunc(slices.Values(wire), func(a, b *descriptorpb.FileDescriptorProto) int {
		return strings.Compare(a.GetName(), b.GetName())
	})
	for _, file := range files {
		comments := file.GetSourceCodeInfo()
		file.SourceCodeInfo = nil
		content, err := proto.MarshalOptions{Deterministic: true, AllowPartial: true}.Marshal(file)
		if err != nil {
			content = []byte(err.Error()) // it came as bytes, so it can be written as bytes
		}
		add(sum, file.GetName(), string(content))
		addComments(sum, comments, dynamic[file.GetName()])
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// The numbers of fields in a FileDescriptorProto and a ServiceDescriptorProto, of which the path to a comment is made.
const (
	serviceField = 6
	methodField  = 2
)

func addComments(sum hash.Hash, info *descriptorpb.SourceCodeInfo, without [][]int) {
	for _, location := range info.GetLocation() {
		path := location.GetPath()
		same := func(index int, number int32) bool { return index == int(number) }
		if slices.ContainsFunc(without, func(p []int) bool { return slices.EqualFunc(p, path, same) }) {
			continue
		}
		before, behind := words(location.GetLeadingComments()), words(location.GetTrailingComments())
		if before != "" || behind != "" {
			add(sum, fmt.Sprint(path), before, behind)
		}
	}
}

func words(text string) string { return strings.Join(strings.Fields(text), " ") }

// add adds parts, each with its length, so that no two sequences of parts are the same bytes.
func add(sum hash.Hash, parts ...string) {
	for _, part := range parts {
		sum.Write(binary.AppendUvarint(nil, uint64(len(part))))
		sum.Write([]byte(part))
	}
}
