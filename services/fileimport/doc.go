// Package fileimport is what a command that imports files is built of: opening a file with its progress shown, streaming the
// records of a JSON document, and the report of what was skipped and why.
package fileimport
