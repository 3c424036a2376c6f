package cli

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// rearranged returns the arguments as the parser takes them: `help COMMAND` is `COMMAND --help`, and behind the tool of
// `call` everything that is no flag of the command is moved behind --, because what flags a tool has is not known before the
// gateway is asked.
func rearranged(arguments []string, model *kong.Application) []string {
	at := firstCommand(arguments)
	if at == len(arguments) {
		return arguments
	}
	switch before, rest := arguments[:at], arguments[at+1:]; arguments[at] {
	case "help":
		return rearranged(slices.Concat(before, rest, []string{"--help"}), model)
	case "call":
		return slices.Concat(arguments[:at+1], callWords(rest, flagsOf(model, "call")))
	default:
		return arguments
	}
}

// firstCommand returns where the first word is that is no flag, or the number of arguments.
func firstCommand(arguments []string) int {
	for i := 0; i < len(arguments); i++ {
		switch {
		case arguments[i] == "--config":
			i++
		case !strings.HasPrefix(arguments[i], "-"):
			return i
		}
	}
	return len(arguments)
}

// callWords moves the words for the tool behind --. Without a tool nothing moves.
func callWords(rest []string, own map[string]*kong.Flag) []string {
	var flags, words []string
	tool := ""
	for i := 0; i < len(rest); i++ {
		word := rest[i]
		name, _, assigned := strings.Cut(word, "=")
		flag := own[name]
		if flag == nil && strings.HasPrefix(word, "-o") && !strings.HasPrefix(word, "--") {
			flag, assigned = own["-o"], len(word) > len("-o")
		}
		switch {
		case word == "--":
			words = append(words, rest[i+1:]...)
			i = len(rest)
		case (word == "--help" || word == "-h") && tool != "":
			words = append(words, "--help")
		case flag != nil || tool == "" && strings.HasPrefix(word, "-"):
			flags = append(flags, word)
			if flag != nil && !assigned && !flag.IsBool() && i+1 < len(rest) {
				i++
				flags = append(flags, rest[i])
			}
		case tool == "":
			tool = word
		default:
			words = append(words, word)
		}
	}
	if tool == "" {
		return rest
	}
	return slices.Concat(flags, []string{tool, "--"}, words)
}

// flagsOf returns the flags that a command knows, by their names with dashes.
func flagsOf(model *kong.Application, command string) map[string]*kong.Flag {
	for _, child := range model.Children {
		if child.Name == command {
			return flagNames(child)
		}
	}
	return nil
}

// flagNames returns the flags that can stand behind a command, by their names with dashes.
func flagNames(node *kong.Node) map[string]*kong.Flag {
	known := map[string]*kong.Flag{}
	for _, flag := range slices.Concat(node.AllFlags(false)...) {
		known["--"+flag.Name] = flag
		if flag.Tag.Negatable != "" {
			known["--no-"+flag.Name] = flag
		}
		if flag.Short != 0 {
			known["-"+string(flag.Short)] = flag
		}
	}
	return known
}
