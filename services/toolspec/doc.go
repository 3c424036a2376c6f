// Package toolspec reads tools from the descriptors of annotated RPCs: what they are called, who may call them, and
// the JSON Schema of what they take and answer. It is the one place that knows what an annotation means; registry,
// gateway and documentation all read it from here.
package toolspec
