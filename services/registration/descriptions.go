package registration

import (
	"slices"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
)

// Descriptions holds text that is added to the comments of RPCs. It may change while the service runs: a registered
// instance registers again with each change. It is safe for concurrent use.
type Descriptions struct {
	mu      sync.Mutex
	texts   map[string]string
	version int
	changed chan struct{} // has a value after a change
}

// NewDescriptions returns Descriptions that add nothing yet.
func NewDescriptions() *Descriptions {
	return &Descriptions{texts: map[string]string{}, changed: make(chan struct{}, 1)}
}

// Describe adds text to the comment of the RPC of this full name, "/package.Service/Method", in place of what was added
// before. Empty adds nothing.
func (d *Descriptions) Describe(fullMethod, text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.texts[fullMethod] == text {
		return
	}
	d.texts[fullMethod] = text
	d.version++
	select {
	case d.changed <- struct{}{}:
	default:
	}
}

// describe returns the files with the current additions to their comments, and the version of the additions. A nil *Descriptions adds
// nothing.
func (d *Descriptions) describe(files *descriptorpb.FileDescriptorSet) (*descriptorpb.FileDescriptorSet, int) {
	if d == nil {
		return files, 0
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.texts) == 0 {
		return files, d.version
	}
	described := &descriptorpb.FileDescriptorSet{File: slices.Clone(files.GetFile())}
	for i, file := range described.GetFile() {
		described.File[i] = d.inFile(file)
	}
	return described, d.version
}

func (d *Descriptions) inFile(file *descriptorpb.FileDescriptorProto) *descriptorpb.FileDescriptorProto {
	own := file
	for s, service := range file.GetService() {
		for m, method := range service.GetMethod() {
			name := strings.TrimPrefix(file.GetPackage()+"."+service.GetName(), ".") + "/" + method.GetName()
			text := d.texts["/"+name]
			if text == "" {
				continue
			}
			if own == file {
				own = proto.CloneOf(file)
			}
			comment(own, int32(s), int32(m), text)
		}
	}
	return own
}

// The numbers of fields in a FileDescriptorProto and a ServiceDescriptorProto, of which the path to a comment is made.
const (
	serviceField = 6
	methodField  = 2
)

// comment adds text to the comment of an RPC.
func comment(file *descriptorpb.FileDescriptorProto, service, method int32, text string) {
	if file.GetSourceCodeInfo() == nil {
		file.SourceCodeInfo = &descriptorpb.SourceCodeInfo{}
	}
	path := []int32{serviceField, service, methodField, method}
	for _, location := range file.GetSourceCodeInfo().GetLocation() {
		if slices.Equal(location.GetPath(), path) {
			location.LeadingComments = proto.String(location.GetLeadingComments() + "\n " + text + "\n")
			return
		}
	}
	file.SourceCodeInfo.Location = append(file.SourceCodeInfo.Location, &descriptorpb.SourceCodeInfo_Location{
		Path: path, Span: []int32{0, 0, 0}, LeadingComments: proto.String(" " + text + "\n"),
	})
}

// changes has a value after a change; it never has for a nil *Descriptions.
func (d *Descriptions) changes() <-chan struct{} {
	if d == nil {
		return nil
	}
	return d.changed
}

// isAt reports whether nothing has changed since a version. A nil *Descriptions never changes.
func (d *Descriptions) isAt(version int) bool {
	if d == nil {
		return true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.version == version
}
