// Package completion speaks with shells about the words that may stand next on a command line. Its scripts ask
// `salaatflow __complete SHELL …`, and take a line that begins with a colon and says how to add what is chosen, then a line for
// each candidate: the word, a tab and what it is for.
package completion

import (
	"embed"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/salaatflow/platform/salaatflow/internal/output"
)

//go:embed scripts
var scripts embed.FS

// Shells lists the shells that there is a script for.
func Shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

// Script returns the script of a shell.
func Script(shell string) ([]byte, error) {
	if !slices.Contains(Shells(), shell) {
		return nil, fmt.Errorf("there is no script for %q, only for %s", shell, strings.Join(Shells(), ", "))
	}
	return scripts.ReadFile(path.Join("scripts", shell))
}

// Candidate is a word that may stand next.
type Candidate struct {
	Word string
	Help string
	// Open means that the word goes on: no space follows it.
	Open bool
}

// Answer is what a shell is told.
type Answer struct {
	Candidates []Candidate
	// Files means that names of files may stand next.
	Files bool
}

// Question is what a shell asks.
type Question struct {
	// Words are those behind the program's name. The last is the one to complete, and may be empty.
	Words []string
	shell string
	// cut is how much of the last word the shell keeps by itself, in bytes.
	cut int
	// quoted means that the last word stands behind a quotation mark.
	quoted bool
}

// Asked reads the arguments of a script: the shell, and of bash the line up to the cursor and its COMP_WORDBREAKS, of others
// the words. PowerShell, which drops empty words, writes the last one behind an equals sign.
func Asked(arguments []string) (Question, bool) {
	if len(arguments) < 2 {
		return Question{}, false
	}
	q := Question{shell: arguments[0], Words: arguments[1:]}
	switch q.shell {
	case "bash":
		var words []string
		words, q.quoted = split(arguments[1])
		for len(words) > 0 && strings.Contains(words[0], "=") {
			words = words[1:] // variables before the program
		}
		if len(words) < 2 || len(arguments) != 3 {
			return Question{}, false
		}
		q.Words = words[1:]
		q.cut = strings.LastIndexFunc(q.last(), func(r rune) bool {
			return (r == '=' || r == ':') && strings.ContainsRune(arguments[2], r)
		}) + 1
	case "powershell":
		last := len(q.Words) - 1
		q.Words = append(slices.Clone(q.Words[:last]), strings.TrimPrefix(q.Words[last], "="))
	}
	return q, true
}

func (q Question) last() string { return q.Words[len(q.Words)-1] }

// Write answers the question with the candidates that begin with the last word.
func (q Question) Write(out io.Writer, answer Answer) error {
	var lines strings.Builder
	open := false
	for _, candidate := range answer.Candidates {
		if !strings.HasPrefix(candidate.Word, q.last()) || !q.takes(candidate.Word) {
			continue
		}
		open = open || candidate.Open
		word := candidate.Word[q.cut:]
		if q.shell == "bash" && !q.quoted {
			word = escaped(word)
		}
		lines.WriteString(word)
		if help := output.Visible(strings.Join(strings.Fields(candidate.Help), " ")); help != "" && q.shell != "bash" {
			lines.WriteString("\t" + help)
		}
		lines.WriteByte('\n')
	}
	how := ":"
	if open {
		how += "open"
	}
	if answer.Files {
		how += "files"
	}
	_, err := io.WriteString(out, how+"\n"+lines.String())
	return err
}

// takes reports whether the shell can put a word on its line without taking it for more than a word. A gateway's words are
// those of other people.
func (q Question) takes(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool {
		return !unicode.IsPrint(r) || q.shell == "powershell" && strings.ContainsRune(" \"'`$&|;<>(){}[]@#,", r)
	})
}

// split splits a line into words as a POSIX shell does, without expanding anything. The last word is the one at the cursor;
// quoted says that its quotation is open.
func split(line string) (words []string, quoted bool) {
	var word strings.Builder
	var quote rune
	escape := false
	for _, r := range line {
		switch {
		case escape:
			word.WriteRune(r)
			escape = false
		case r == '\\' && quote != '\'':
			escape = true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote = r
		case r == ' ' || r == '\t' || r == '\n':
			if word.Len() > 0 {
				words = append(words, word.String())
				word.Reset()
			}
		default:
			word.WriteRune(r)
		}
	}
	return append(words, word.String()), quote != 0
}

// escaped returns a word with a backslash before each character that means something to bash.
func escaped(word string) string {
	var b strings.Builder
	for _, r := range word {
		if strings.ContainsRune(" \t\"'`$&|;<>(){}[]*?!#~\\", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
