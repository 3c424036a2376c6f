package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// section is a part of the document that the bench writes: what is between two lines that name it. Everything else is written by
// hand.
type section string

const (
	measured    section = "measured" // a row for each promise
	besidePeers section = "peers"    // a row for each call that peers make, too
)

func (s section) begin() string {
	return fmt.Sprintf("<!-- %s: begin; `make bench` writes what follows -->", string(s))
}

func (s section) end() string { return fmt.Sprintf("<!-- %s: end -->", string(s)) }

// of returns the section's text.
func (s section) of(document string) (string, error) {
	_, text, _, err := s.cut(document)
	return strings.TrimSpace(text), err
}

// replaced returns the document with another text in the section.
func (s section) replaced(document, text string) (string, error) {
	before, _, after, err := s.cut(document)
	if err != nil {
		return "", err
	}
	return before + s.begin() + "\n\n" + strings.TrimSpace(text) + "\n\n" + s.end() + after, nil
}

func (s section) cut(document string) (before, text, after string, err error) {
	before, rest, begun := strings.Cut(document, s.begin())
	text, after, ended := strings.Cut(rest, s.end())
	if !begun || !ended {
		return "", "", "", fmt.Errorf("the lines %q and %q are missing, so there is no place for the table", s.begin(), s.end())
	}
	return before, text, after, nil
}

// draw writes the pictures of figures into the folder pictures beside the document.
func draw(document string, figures []figure) error {
	folder := filepath.Join(filepath.Dir(document), "pictures")
	for _, f := range figures {
		if f.picture == nil {
			continue
		}
		svg, err := f.picture.SVG()
		if err != nil {
			return err
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, f.name+".svg"), svg, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// rewrite puts texts into sections of the file: all of them or, with an error, none.
func rewrite(file string, texts map[section]string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	document := string(old)
	for s, text := range texts {
		if document, err = s.replaced(document, text); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return os.WriteFile(file, []byte(document), 0o644)
}
