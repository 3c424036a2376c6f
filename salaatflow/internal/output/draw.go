package output

import (
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// longestCell is the most columns that a cell of a list takes.
const longestCell = 60

// Draw prints JSON for a person: a list of objects as a table, an object as its members, one a line.
func Draw(out io.Writer, text []byte) error {
	node, err := parse(text)
	if err != nil {
		return err
	}
	for node.Kind == yaml.MappingNode && len(node.Content) == 2 && node.Content[1].Kind == yaml.MappingNode {
		node = node.Content[1] // {"task": {…}}
	}
	if isList(node) {
		return drawList(out, node)
	}
	sayCapped(node)
	var members Rows
	var lists []*yaml.Node
	members.walk("", node, &lists)
	if len(lists) == 1 && len(lists[0].Content) > 0 && hasOnlyCounts(node) {
		return drawList(out, lists[0])
	}
	if err := members.Write(out); err != nil {
		return err
	}
	for _, list := range lists {
		if _, err := io.WriteString(out, "\n"); err != nil {
			return err
		}
		if err := drawList(out, list); err != nil {
			return err
		}
	}
	return nil
}

// sayCapped writes the count of a list as 1000+ where there are more than were counted, in place of the member that says so.
func sayCapped(node *yaml.Node) {
	if node.Kind != yaml.MappingNode {
		return
	}
	at := func(name string) int {
		for i := 0; i+1 < len(node.Content); i += 2 {
			if node.Content[i].Value == name {
				return i + 1
			}
		}
		return 0
	}
	count, capped := at("count"), at("count_capped")
	if count == 0 || capped == 0 {
		return
	}
	if node.Content[capped].Value == "true" {
		node.Content[count].Value += "+"
	}
	node.Content = slices.Delete(node.Content, capped-1, capped+1)
}

// hasOnlyCounts reports whether an object is a page of a list: beside it stand only numbers of what there is, and a token
// that continues it, if there is more.
func hasOnlyCounts(node *yaml.Node) bool {
	for i := 1; i < len(node.Content); i += 2 {
		if value := node.Content[i]; !isList(value) && value.Tag != "!!int" && value.Tag != "!!null" {
			return false
		}
	}
	return true
}

// walk adds a row for each member; of members inside, the name is that of the outer one, a dot and theirs. Lists of objects
// are set aside.
func (r *Rows) walk(name string, node *yaml.Node, lists *[]*yaml.Node) {
	switch {
	case node.Kind == yaml.MappingNode:
		for i := 0; i+1 < len(node.Content); i += 2 {
			inner := node.Content[i].Value
			if name != "" {
				inner = name + "." + inner
			}
			r.walk(inner, node.Content[i+1], lists)
		}
	case isList(node):
		*lists = append(*lists, node)
	case name == "":
		r.Add(scalar(node))
	default:
		r.Add(name, scalar(node))
	}
}

func isList(node *yaml.Node) bool {
	return node.Kind == yaml.SequenceNode && len(node.Content) > 0 && node.Content[0].Kind == yaml.MappingNode
}

// scalar returns a value as one text; null is empty.
func scalar(node *yaml.Node) string {
	if node.Kind == yaml.ScalarNode {
		if node.Tag == "!!null" {
			return ""
		}
		return node.Value
	}
	parts := make([]string, 0, len(node.Content))
	for _, inner := range node.Content {
		parts = append(parts, scalar(inner))
	}
	return strings.Join(parts, ", ")
}

// drawList prints objects as rows. A column in which no row has a value is left out, and so is what holds further members.
func drawList(out io.Writer, list *yaml.Node) error {
	var names []string
	for _, object := range list.Content {
		for i := 0; i+1 < len(object.Content); i += 2 {
			name, value := object.Content[i].Value, object.Content[i+1]
			if value.Kind != yaml.MappingNode && !isList(value) && scalar(value) != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	header := make([]string, len(names))
	for i, name := range names {
		header[i] = strings.ToUpper(strings.ReplaceAll(name, "_", " "))
	}
	rows := Rows{header}
	for _, object := range list.Content {
		row := make([]string, len(names))
		for i := 0; i+1 < len(object.Content); i += 2 {
			if at := slices.Index(names, object.Content[i].Value); at >= 0 {
				row[at] = Shortened(oneLine(scalar(object.Content[i+1])), longestCell)
			}
		}
		rows.Add(row...)
	}
	return rows.Write(out)
}
