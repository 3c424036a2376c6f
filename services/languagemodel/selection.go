package languagemodel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/sashabaranov/go-openai"
)

// Selection is a question: which of some options fit a text.
type Selection struct {
	// Instructions tell the model what to do.
	Instructions string
	// Text is the text in question. It is data, and may come from a stranger.
	Text string
	// Options are the possible answers; at least one, and no duplicates.
	Options []string
}

// Select returns the options that the model selects, in their order and without duplicates; it may select none. A JSON
// Schema restricts the answer to the options. Select returns a BadAnswerError if the endpoint lets something else
// through.
func (c *Client) Select(ctx context.Context, selection Selection) (selected []string, err error) {
	if len(selection.Options) == 0 {
		return nil, errors.New("languagemodel: a selection needs options")
	}
	schema, err := selectionSchema(selection.Options)
	if err != nil {
		return nil, err
	}
	request := openai.ChatCompletionRequest{
		Messages: []openai.ChatCompletionMessage{
			{Role: openai.ChatMessageRoleSystem, Content: selection.Instructions},
			{Role: openai.ChatMessageRoleUser, Content: selection.Text},
		},
		ResponseFormat: &openai.ChatCompletionResponseFormat{
			Type:       openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: "selection", Strict: true, Schema: schema},
		},
	}
	_, err = c.ask(ctx, request, func(message openai.ChatCompletionMessage) error {
		selected, err = readSelection(message.Content, selection.Options)
		return err
	})
	return selected, err
}

// selectionSchema returns a schema for strict structured output: every property required, nothing else allowed.
func selectionSchema(options []string) (json.RawMessage, error) {
	return json.Marshal(map[string]any{
		"type": "object",
		"properties": map[string]any{
			"selected": map[string]any{
				"type":  "array",
				"items": map[string]any{"type": "string", "enum": options},
			},
		},
		"required":             []string{"selected"},
		"additionalProperties": false,
	})
}

func readSelection(answer string, options []string) ([]string, error) {
	var read struct {
		Selected *[]string `json:"selected"`
	}
	decoder := json.NewDecoder(bytes.NewReader([]byte(answer)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&read); err != nil || read.Selected == nil {
		return nil, &BadAnswerError{Problem: "it does not fit the JSON Schema that was asked for"}
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, &BadAnswerError{Problem: "something follows the JSON that was asked for"}
	}
	for _, selected := range *read.Selected {
		if !slices.Contains(options, selected) {
			return nil, &BadAnswerError{Problem: fmt.Sprintf("%.40q is none of the %d options", selected, len(options))}
		}
	}
	chosen := []string{}
	for _, option := range options {
		if slices.Contains(*read.Selected, option) {
			chosen = append(chosen, option)
		}
	}
	return chosen, nil
}
