package toolround

import (
	"errors"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/services/compactjson"
)

// block is a block of content as MCP writes it.
type block struct {
	Type string `json:"type"`

	Text *string `json:"text,omitempty"`

	Data     []byte `json:"data,omitempty"`
	MIMEType string `json:"mimeType,omitempty"`

	Resource *resource `json:"resource,omitempty"`

	URI         string `json:"uri,omitempty"`
	Name        string `json:"name,omitempty"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
}

type resource struct {
	URI      string  `json:"uri"`
	MIMEType string  `json:"mimeType,omitempty"`
	Text     *string `json:"text,omitempty"`
	Blob     []byte  `json:"blob,omitempty"`
}

// errNoBlock is of content without a block, as of a kind that is newer than this program.
var errNoBlock = errors.New("a content has neither text, image, audio, resource nor link")

// AppendContent appends a block of content as JSON, as MCP writes it.
func AppendContent(dst []byte, content *toolsv1.Content) ([]byte, error) {
	made, err := blockOf(content)
	if err != nil {
		return nil, err
	}
	text, err := compactjson.Marshal(made)
	return append(dst, text...), err
}

func blockOf(content *toolsv1.Content) (*block, error) {
	switch it := content.GetBlock().(type) {
	case *toolsv1.Content_Text:
		return &block{Type: "text", Text: &it.Text}, nil
	case *toolsv1.Content_Image:
		return &block{Type: "image", Data: it.Image.GetData(), MIMEType: it.Image.GetMimeType()}, nil
	case *toolsv1.Content_Audio:
		return &block{Type: "audio", Data: it.Audio.GetData(), MIMEType: it.Audio.GetMimeType()}, nil
	case *toolsv1.Content_Resource:
		held := &resource{URI: it.Resource.GetUri(), MIMEType: it.Resource.GetMimeType()}
		if blob, ok := it.Resource.GetContent().(*toolsv1.Resource_Blob); ok {
			held.Blob = blob.Blob
		} else {
			text := it.Resource.GetText()
			held.Text = &text
		}
		return &block{Type: "resource", Resource: held}, nil
	case *toolsv1.Content_Link:
		link := it.Link
		return &block{
			Type: "resource_link", URI: link.GetUri(), Name: link.GetName(), Title: link.GetTitle(),
			Description: link.GetDescription(), MIMEType: link.GetMimeType(),
		}, nil
	default:
		return nil, errNoBlock
	}
}

// As reads a message of a service's own descriptors as the contract's message of that name.
func As(from protoreflect.Message, into proto.Message) error {
	wire, err := proto.Marshal(from.Interface())
	if err != nil {
		return err
	}
	return proto.Unmarshal(wire, into)
}
