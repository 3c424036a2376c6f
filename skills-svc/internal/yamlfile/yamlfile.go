// Package yamlfile reads the files of settings that an operator writes in YAML, strictly and with messages for people.
package yamlfile

import (
	"bytes"
	"errors"
	"io"
	"regexp"

	"go.yaml.in/yaml/v3"
)

// Decode reads the one document of a file into a struct, whose members are all that the file may say. Nothing at all
// changes nothing. What is wrong is said with its line.
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
		return errors.New("the file must be one document: a line --- begins another")
	}
	return nil
}

// typesOfGo are what the parser tells of the program, which is of no use to who wrote the file.
var typesOfGo = regexp.MustCompile(`(?m) (in type|into) .*$`)
