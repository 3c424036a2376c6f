// Package yamlfile reads the YAML settings files of operators, strictly and with messages for people.
package yamlfile

import (
	"bytes"
	"errors"
	"io"
	"regexp"

	"go.yaml.in/yaml/v3"
)

// Decode reads the single document of a file into a struct, whose fields are all that the file may contain. An empty
// file changes nothing. Errors name the line.
func Decode(text []byte, into any) error {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	switch err := decoder.Decode(into); {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return errors.New(typesOfGo.ReplaceAllString(err.Error(), ""))
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return errors.New("the file must have only one document; a line --- begins another")
	}
	return nil
}

// typesOfGo matches what the parser says about the program, which does not help the author of the file.
var typesOfGo = regexp.MustCompile(`(?m) (in type|into) .*$`)
