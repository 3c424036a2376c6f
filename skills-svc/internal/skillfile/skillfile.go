// Package skillfile reads SKILL.md files: the Agent Skills standard with this platform's `permissions`.
package skillfile

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Name is the file name of a skill.
const Name = "SKILL.md"

// MaxBytes is the largest file that is read.
const MaxBytes = 1 << 20

// Problem is an error or an oddity of a file.
type Problem struct {
	// Line is from 1, or 0 for the whole file.
	Line int
	// Message says what is wrong, and what would be right.
	Message string
	// Fatal reports whether the file cannot be used.
	Fatal bool
}

// Parse reads the text of the SKILL.md in a folder. It returns no skill if a problem is fatal. It returns all problems,
// ordered by line.
func Parse(folder string, text []byte) (*skills.Skill, []Problem) {
	p := &parser{folder: folder, lines: bytes.Count(text, []byte{'\n'}) + 1}
	p.parse(text)
	if p.broken {
		return nil, p.problems
	}
	return p.skill, p.problems
}

type parser struct {
	folder   string
	skill    *skills.Skill
	problems []Problem
	broken   bool
	lines    int
}

func (p *parser) fatal(line int, message string) {
	p.broken = true
	p.found(line, message, true)
}

func (p *parser) odd(line int, message string) {
	p.found(line, message, false)
}

// found notes a problem. YAML ends a line at a lone carriage return as well, and may count more lines than the file has.
func (p *parser) found(line int, message string, fatal bool) {
	p.problems = append(p.problems, Problem{Line: min(line, p.lines), Message: message, Fatal: fatal})
}

func (p *parser) parse(text []byte) {
	if len(text) > MaxBytes {
		p.fatal(0, "is larger than 1 MiB: keep the instructions short, and put details into files of their own")
		return
	}
	if line := invalidLine(text); line > 0 {
		p.fatal(line, "is not UTF-8 text")
		return
	}
	markdown := strings.TrimPrefix(string(text), "\ufeff")
	matter, body, end := split(markdown)
	switch end {
	case noBeginning:
		p.fatal(1, "must begin with a line --- and the front matter")
		return
	case noEnd:
		p.fatal(1, "the front matter has no end: close it with a line ---")
		return
	}
	p.skill = &skills.Skill{Markdown: markdown, Content: strings.TrimSpace(body)}
	p.frontMatter(matter)
	if p.skill.Content == "" {
		p.odd(end, "has no instructions after the front matter")
	}
}

// invalidLine returns the first line that is not text, from 1, or 0.
func invalidLine(text []byte) int {
	line := 1
	for rest := text; len(rest) > 0; line++ {
		head, tail, _ := bytes.Cut(rest, []byte{'\n'})
		if !utf8.Valid(head) || bytes.IndexByte(head, 0) >= 0 {
			return line
		}
		rest = tail
	}
	return 0
}

const (
	noBeginning = 0
	noEnd       = -1
)

// split separates the front matter from the rest. The front matter begins with an empty line in place of ---, so that
// its lines have the numbers of the file's. end is the line of the closing ---, or why there is none.
func split(markdown string) (matter, body string, end int) {
	first, rest, _ := strings.Cut(markdown, "\n")
	if !isFence(first) {
		return "", "", noBeginning
	}
	at, line := 0, 2
	for at < len(rest) {
		text, _, found := strings.Cut(rest[at:], "\n")
		if isFence(text) {
			return "\n" + rest[:at], strings.TrimPrefix(rest[at+len(text):], "\n"), line
		}
		if !found {
			break
		}
		at += len(text) + 1
		line++
	}
	return "", "", noEnd
}

func isFence(line string) bool { return strings.TrimRight(line, " \t\r") == "---" }
