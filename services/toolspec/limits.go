package toolspec

import "cmp"

// Limits bound what one registrant may submit, so that it cannot harm others. Zero in a field means the default.
type Limits struct {
	// Bytes is the length of the descriptor set, serialized. Default 1 MiB.
	Bytes int
	// Files is the number of its files. Default 128.
	Files int
	// Tools is the number of tools. Default 256.
	Tools int
	// Depth is how deeply messages may be declared in each other, and may hold each other but for recursion. Default 32,
	// which is as deep as arguments may be nested.
	Depth int
	// SchemaBytes is the length of the JSON Schemas of all tools together. Default 1 MiB.
	SchemaBytes int
}

// DefaultLimits returns the limits that Tools keeps.
func DefaultLimits() Limits { return Limits{}.orDefault() }

func (l Limits) orDefault() Limits {
	return Limits{
		Bytes:       cmp.Or(l.Bytes, 1<<20),
		Files:       cmp.Or(l.Files, 128),
		Tools:       cmp.Or(l.Tools, 256),
		Depth:       cmp.Or(l.Depth, 32),
		SchemaBytes: cmp.Or(l.SchemaBytes, 1<<20),
	}
}
