package offering

import (
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/toolspec/profile"
)

// Note is something that models do not know of a tool, though the schema of its arguments says it, since hosts do not take that.
type Note struct {
	// Of is the tool's RPC, and Tool its name.
	Of   protoreflect.FullName
	Tool string
	// Lost is what they do not know, in a sentence without its end.
	Lost string
}

func (n Note) String() string { return n.Tool + ": " + n.Lost }

// maxNotes is how much is noted of one offer.
const maxNotes = 50

// Notes returns what models do not know of the tools in a definition, 50 notes at most. Nothing is refused for it.
func Notes(definition *catalog.Definition) ([]Note, error) {
	var notes []Note
	for _, tool := range definition.Manifest().Tools {
		_, lost, err := profile.Listed(tool.InputSchema)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", tool.Name, err)
		}
		for _, one := range lost {
			if len(notes) == maxNotes {
				return notes, nil
			}
			notes = append(notes, Note{tool.Method().FullName(), tool.Name, one})
		}
	}
	return notes, nil
}
