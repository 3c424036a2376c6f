package language_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// letters are where letters are treated as such, and not words: how they are folded, sound and are written.
var letters = []string{
	"script/script.go", "spelling/spelling.go", "searchtext/", "detect/lexicon/build.go", "detect/lexicon/glued.go",
	"cmd/gazetteer-build/names.go", "../chat-svc/internal/matching/matching.go",
}

// kinds are where small words are the names of slots, or letters of an English spelling, and no words of a text.
var kinds = []string{"detect/evaluation/", "detect/lexicon/english.go", "detect/lexicon/spelling.go"}

// Words are data, which who speaks the language can read and add to: none stands in a program. In Urdu letters none may stand anywhere,
// and in Latin ones nothing may be compared with one.
func TestNoWordsOfALanguageStandInPrograms(t *testing.T) {
	for _, name := range programs(t, ".", "../chat-svc") {
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		refuse := func(found *ast.BasicLit, why string) {
			t.Errorf("%s: %s %s: put it into a file of words", files.Position(found.Pos()), found.Value, why)
		}
		understands := strings.HasPrefix(name, "detect/") || strings.HasPrefix(name, "../chat-svc/internal/words/")
		ast.Inspect(file, func(node ast.Node) bool {
			if found, ok := node.(*ast.BasicLit); ok && hasUrdu(found) && !isIn(letters, name) {
				refuse(found, "is of Urdu")
			}
			for _, found := range compared(node) {
				if understands && isWord(found) && !isIn(kinds, name) {
					refuse(found, "is a word that something is compared with")
				}
			}
			return true
		})
	}
}

// programs returns the files of Go below some folders that are compiled into programs.
func programs(t *testing.T, folders ...string) (names []string) {
	t.Helper()
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && entry.Name() == "storetest":
				return fs.SkipDir
			case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
				names = append(names, name)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	const least = 100
	if len(names) < least {
		t.Fatalf("only %d files were found", len(names))
	}
	return names
}

// compared returns the literals that a node compares something with.
func compared(node ast.Node) (found []*ast.BasicLit) {
	var with []ast.Expr
	switch node := node.(type) {
	case *ast.BinaryExpr:
		if node.Op == token.EQL || node.Op == token.NEQ {
			with = []ast.Expr{node.X, node.Y}
		}
	case *ast.CaseClause:
		with = node.List
	case *ast.CallExpr:
		of, _ := node.Fun.(*ast.SelectorExpr)
		if of == nil {
			return nil
		}
		pkg, _ := of.X.(*ast.Ident)
		if pkg != nil && pkg.Name == "strings" && slices.Contains(comparing, of.Sel.Name) {
			with = node.Args
		}
	}
	for _, one := range with {
		if literal, ok := one.(*ast.BasicLit); ok {
			found = append(found, literal)
		}
	}
	return found
}

// comparing are the functions of package strings that compare with a word.
var comparing = []string{"HasPrefix", "HasSuffix", "Contains", "CutPrefix", "CutSuffix", "EqualFold"}

func hasUrdu(literal *ast.BasicLit) bool {
	return (literal.Kind == token.STRING || literal.Kind == token.CHAR) && strings.ContainsFunc(literal.Value, func(r rune) bool {
		return unicode.Is(unicode.Arabic, r) && unicode.IsLetter(r)
	})
}

// isWord reports whether a literal is letters alone, small ones: what begins with a capital is the name of a prayer or a city.
func isWord(literal *ast.BasicLit) bool {
	text, err := strconv.Unquote(literal.Value)
	if literal.Kind != token.STRING || err != nil || text == "" {
		return false
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsLower(r) })
}

func isIn(list []string, name string) bool {
	return slices.ContainsFunc(list, func(one string) bool { return strings.HasPrefix(filepath.ToSlash(name), one) })
}

// What the lists above except is there.
func TestWhatMayHoldLettersIsThere(t *testing.T) {
	for _, name := range slices.Concat(letters, kinds) {
		if _, err := os.Stat(name); err != nil {
			t.Error(err)
		}
	}
}
