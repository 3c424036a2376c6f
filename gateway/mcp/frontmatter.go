package mcp

import (
	"encoding/json"
	"errors"
	"math"
	"regexp"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Bounds of a skill's front matter: its size in bytes and how deep it nests.
const (
	maxFrontmatter      = 64 << 10
	maxFrontmatterDepth = 32
)

// How many characters the name and the description of a skill may have, by the Agent Skills specification.
const (
	longestSkillName        = 64
	longestSkillDescription = 1024
)

var (
	errNoFrontmatter = errors.New("no front matter that a client can read")
	skillNameForm    = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
)

// frontmatter returns the YAML between the lines --- with which the text of a skill begins, every field as its author wrote it. The
// error says that there is none, or that it lacks what a skill must say.
func frontmatter(text string) (map[string]any, error) {
	matter, ok := betweenFences(text)
	if !ok || len(matter) > maxFrontmatter {
		return nil, errNoFrontmatter
	}
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(matter), &document); err != nil || len(document.Content) != 1 {
		return nil, errNoFrontmatter
	}
	value, err := plainValue(document.Content[0], 0)
	if err != nil {
		return nil, err
	}
	front, _ := value.(map[string]any)
	name, _ := front["name"].(string)
	description, _ := front["description"].(string)
	if !skillNameForm.MatchString(name) || len(name) > longestSkillName {
		return nil, errNoFrontmatter
	}
	if strings.TrimSpace(description) == "" || utf8.RuneCountInString(description) > longestSkillDescription {
		return nil, errNoFrontmatter
	}
	return front, nil
}

func betweenFences(text string) (matter string, ok bool) {
	first, rest, _ := strings.Cut(text, "\n")
	if !isFence(first) {
		return "", false
	}
	for line := range strings.Lines(rest) {
		if isFence(line) {
			return matter, true
		}
		if len(matter)+len(line) > maxFrontmatter {
			break
		}
		matter = rest[:len(matter)+len(line)]
	}
	return "", false
}

func isFence(line string) bool { return strings.TrimRight(line, " \t\r\n") == "---" }

// plainValue returns a value of YAML as JSON has it. A date is text there. An alias is refused, since a few of them make a large value.
func plainValue(node *yaml.Node, depth int) (any, error) {
	if depth > maxFrontmatterDepth {
		return nil, errNoFrontmatter
	}
	switch node.Kind {
	case yaml.MappingNode:
		return plainMapping(node, depth)
	case yaml.SequenceNode:
		list := make([]any, 0, len(node.Content))
		for _, element := range node.Content {
			value, err := plainValue(element, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		return list, nil
	case yaml.ScalarNode:
		return plainScalar(node)
	default:
		return nil, errNoFrontmatter
	}
}

func plainMapping(node *yaml.Node, depth int) (any, error) {
	members := make(map[string]any, len(node.Content)/2)
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := node.Content[i]
		if _, twice := members[key.Value]; twice || key.Kind != yaml.ScalarNode || key.Tag == "!!merge" {
			return nil, errNoFrontmatter
		}
		value, err := plainValue(node.Content[i+1], depth+1)
		if err != nil {
			return nil, err
		}
		members[key.Value] = value
	}
	return members, nil
}

func plainScalar(node *yaml.Node) (any, error) {
	switch node.Tag {
	case "!!null":
		return nil, nil //nolint:nilnil // it is the value
	case "!!bool", "!!int":
		var value any
		err := node.Decode(&value)
		return value, err
	case "!!float":
		if number := json.Number(node.Value); json.Valid([]byte(number)) {
			return number, nil
		}
		var value float64
		if err := node.Decode(&value); err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
			return nil, errNoFrontmatter
		}
		return value, nil
	default:
		return node.Value, nil
	}
}
