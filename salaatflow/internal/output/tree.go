package output

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// oldBooleans are texts that YAML 1.1, which many programs still read, takes for true and false.
var oldBooleans = []string{"y", "n", "yes", "no", "on", "off"}

// parse reads JSON into a tree that keeps the order of members.
func parse(text []byte) (*yaml.Node, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return value(decoder)
}

func value(decoder *json.Decoder) (*yaml.Node, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	node := &yaml.Node{}
	switch token := token.(type) {
	case json.Delim:
		node.Kind = yaml.SequenceNode
		if token == '{' {
			node.Kind = yaml.MappingNode
		}
		for decoder.More() {
			inner, err := value(decoder) // of an object, names and values in turn
			if err != nil {
				return nil, err
			}
			node.Content = append(node.Content, inner)
		}
		if len(node.Content) == 0 {
			node.Style = yaml.FlowStyle // {} and []
		}
		_, err = decoder.Token()
		return node, err
	case string:
		node.SetString(token)
		if slices.Contains(oldBooleans, strings.ToLower(token)) {
			node.Style = yaml.DoubleQuotedStyle
		}
	case json.Number:
		node.Kind, node.Tag, node.Value = yaml.ScalarNode, "!!int", token.String()
		if strings.ContainsAny(node.Value, ".eE") {
			node.Tag = "!!float"
		}
	case bool:
		node.Kind, node.Tag, node.Value = yaml.ScalarNode, "!!bool", "false"
		if token {
			node.Value = "true"
		}
	default:
		node.Kind, node.Tag, node.Value = yaml.ScalarNode, "!!null", "null"
	}
	return node, nil
}
