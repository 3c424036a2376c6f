// Package toolspec reads tools from the descriptors of annotated RPCs: their names, who may call them, and the JSON
// Schemas of their arguments and results. It is the one place that knows what an annotation means. The registry, the
// gateway and the documentation all use it.
package toolspec
