// Package fileimport has the parts of a command that imports files. It opens files and shows progress, streams the records
// of a JSON document, and reports what was skipped and why.
package fileimport
