// Package output prints the results of commands: as a table for a person, or as JSON, YAML or the parts that a JSONPath
// selects for a program.
package output

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/theory/jsonpath"
	"go.yaml.in/yaml/v3"
)

// The forms of a result.
const (
	Table = "table"
	JSON  = "json"
	YAML  = "yaml"
	path  = "jsonpath"
)

// Forms lists what may be given as a Format; the last needs an expression behind it.
func Forms() []string { return []string{Table, JSON, YAML, path + "="} }

// Format is a form of a result. The zero Format leaves the choice to the command.
type Format struct {
	form string
	path *jsonpath.Path
}

// UnmarshalText reads a form as it is given on the command line.
func (f *Format) UnmarshalText(text []byte) error {
	given := strings.TrimPrefix(string(text), "=") // of -o=json, as kubectl takes it
	form, expression, _ := strings.Cut(given, "=")
	switch {
	case form == path && expression != "":
		parsed, err := jsonpath.Parse(rooted(expression))
		if err != nil {
			return fmt.Errorf("%q is not a JSONPath such as $.data.tasks[*].title: %w", expression, err)
		}
		*f = Format{form: path, path: parsed}
	case given == Table || given == JSON || given == YAML:
		*f = Format{form: form}
	default:
		return fmt.Errorf("%q is none of table, json, yaml and jsonpath=EXPR", given)
	}
	return nil
}

// rooted returns an expression with what kubectl's lack of RFC 9535: {.items} is $.items.
func rooted(expression string) string {
	if inner, ok := strings.CutPrefix(expression, "{"); ok && strings.HasSuffix(inner, "}") {
		expression = strings.TrimSuffix(inner, "}")
	}
	if strings.HasPrefix(expression, ".") || strings.HasPrefix(expression, "[") {
		return "$" + expression
	}
	return expression
}

// Or returns the format, or form if none was chosen.
func (f Format) Or(form string) Format {
	if f.form == "" {
		f.form = form
	}
	return f
}

// IsTable reports whether the result is drawn for a person.
func (f Format) IsTable() bool { return f.form == Table }

// IsChosen reports whether a form was asked for.
func (f Format) IsChosen() bool { return f.form != "" }

// IsPart reports whether only a part of the result is printed.
func (f Format) IsPart() bool { return f.form == path }

// Write prints a value, which encodes as JSON. For a person, draw prints it instead.
func (f Format) Write(out io.Writer, value any, draw func(io.Writer) error) error {
	if f.form == "" || f.form == Table {
		return draw(out)
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	switch f.form {
	case YAML:
		return writeYAML(out, text.Bytes())
	case path:
		return f.selected(out, text.Bytes())
	default:
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, text.Bytes(), "", "  "); err != nil {
			return err
		}
		_, err := out.Write(pretty.Bytes())
		return err
	}
}

// Each prints results one after the other: JSON and the parts that a JSONPath selects as they are, YAML as documents.
type Each struct {
	Format  Format // not table
	Out     io.Writer
	written bool
}

// Write prints the next result.
func (e *Each) Write(value any) error {
	if e.written && e.Format.form == YAML {
		if _, err := io.WriteString(e.Out, "---\n"); err != nil {
			return err
		}
	}
	e.written = true
	return e.Format.Write(e.Out, value, nil)
}

// selected prints each part that the path selects on a line: a text as it is, anything else as JSON.
func (f Format) selected(out io.Writer, text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // numbers stay as they were written
	var document any
	if err := decoder.Decode(&document); err != nil {
		return err
	}
	for part := range f.path.Select(document).All() {
		line, isText := part.(string)
		if !isText {
			encoded, err := json.Marshal(part)
			if err != nil {
				return err
			}
			line = string(encoded)
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}

func writeYAML(out io.Writer, text []byte) error {
	node, err := parse(text)
	if err != nil {
		return err
	}
	encoder := yaml.NewEncoder(out)
	encoder.SetIndent(2)
	return errors.Join(encoder.Encode(node), encoder.Close())
}
