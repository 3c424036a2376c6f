package main

import (
	"fmt"
	"os"
	"strings"
)

// The bench writes what is between these lines of the document. Everything else is written by hand.
const (
	begin = "<!-- measured: begin; `make bench` writes what follows -->"
	end   = "<!-- measured: end -->"
)

// rewrite puts the text between the lines that mark its place in the file.
func rewrite(file, text string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	changed, err := replaced(string(old), text)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return os.WriteFile(file, []byte(changed), 0o644)
}

func replaced(document, text string) (string, error) {
	before, rest, begun := strings.Cut(document, begin)
	_, after, ended := strings.Cut(rest, end)
	if !begun || !ended {
		return "", fmt.Errorf("the lines %q and %q are missing, so there is no place for the table", begin, end)
	}
	return before + begin + "\n\n" + strings.TrimSpace(text) + "\n\n" + end + after, nil
}
