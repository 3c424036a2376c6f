package cli

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/kong"

	"github.com/salaatflow/platform/gateway/client"
	"github.com/salaatflow/platform/salaatflow/internal/completion"
	"github.com/salaatflow/platform/salaatflow/internal/output"
	"github.com/salaatflow/platform/salaatflow/internal/parameters"
	"github.com/salaatflow/platform/services/config"
)

// patience is how long a person who has pressed Tab waits for the gateway.
const patience = 2 * time.Second

type completionCommand struct {
	Shell string `arg:"" help:"bash, zsh, fish or powershell." enum:"bash,zsh,fish,powershell"`
}

// Run prints the script, which says in its first lines how to use it.
func (c completionCommand) Run(streams Streams) error {
	script, err := completion.Script(c.Shell)
	if err != nil {
		return usageError(err.Error())
	}
	_, err = streams.Out.Write(script)
	return err
}

// completeCommand is what the scripts ask. It says nothing when it knows nothing.
type completeCommand struct {
	Arguments []string `arg:"" optional:""`
}

// Run answers a shell.
func (c completeCommand) Run(ctx context.Context, streams Streams, model *kong.Application) error {
	question, ok := completion.Asked(c.Arguments)
	if !ok {
		return errReported
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	l := &line{model: model, words: question.Words}
	l.catalogue = sync.OnceValue(func() []*client.Tool { return l.ask(ctx) })
	return question.Write(streams.Out, l.next())
}

// line is a command line up to the word that is to be completed.
type line struct {
	model *kong.Application
	words []string

	// found while walking
	node        *kong.Node
	flags       map[string]*kong.Flag
	positionals []string
	pending     *kong.Flag // a flag whose value is to be completed
	toolFlag    string     // the same of a tool's flag, with its dashes
	onlyWords   bool       // behind --
	used        map[string]bool

	catalogue func() []*client.Tool
}

// next returns what may stand at the last word.
func (l *line) next() completion.Answer {
	word := l.words[len(l.words)-1]
	if l.words[0] == "help" && len(l.words) > 1 {
		l.words = l.words[1:]
	}
	l.walk()
	name, value, assigned := strings.Cut(word, "=")
	switch {
	case l.pending != nil:
		return l.flagValues(l.pending, "")
	case l.toolFlag != "":
		return values("", l.parameter(l.toolFlag))
	case !l.onlyWords && assigned && l.flags[name] != nil:
		return l.flagValues(l.flags[name], name+"=")
	case !l.onlyWords && strings.HasPrefix(word, "-") && !assigned:
		return l.allFlags()
	case l.node.Name == "call" && len(l.positionals) > 0:
		if assigned {
			return values(strings.TrimSuffix(word, value), l.parameter(strings.TrimSuffix(name, ":")))
		}
		return l.keys()
	case (l.node.Name == "call" || l.node.Name == "describe") && len(l.positionals) == 0:
		return l.tools()
	case len(l.node.Children) > 0:
		return l.commands()
	default:
		return l.positional()
	}
}

// walk reads the words before the last.
func (l *line) walk() {
	l.used = map[string]bool{}
	l.enter(l.model.Node)
	for _, word := range l.words[:len(l.words)-1] {
		name, _, assigned := strings.Cut(word, "=")
		switch flag := l.flags[name]; {
		case l.pending != nil:
			l.pending = nil
		case l.toolFlag != "":
			l.toolFlag = ""
		case l.onlyWords:
			l.positionals = append(l.positionals, word)
		case word == "--":
			l.onlyWords = true
		case flag != nil:
			l.used[name] = !flag.IsCumulative()
			if !assigned && !flag.IsBool() {
				l.pending = flag
			}
		case strings.HasPrefix(word, "--") && l.node.Name == "call" && len(l.positionals) > 0:
			l.used[name] = true
			if p := l.parameter(name); !assigned && (p == nil || !p.Is("boolean")) {
				l.toolFlag = name
			}
		case !l.enterChild(word):
			l.positionals = append(l.positionals, word)
			key, _, _ := strings.Cut(word, "=")
			l.used[strings.TrimSuffix(key, ":")] = true
		}
	}
}

func (l *line) enterChild(name string) bool {
	for _, child := range l.node.Children {
		if child.Name == name {
			l.enter(child)
			return true
		}
	}
	return false
}

func (l *line) enter(node *kong.Node) {
	l.node, l.flags = node, flagNames(node)
}

func (l *line) commands() (answer completion.Answer) {
	for _, child := range l.node.Children {
		if !child.Hidden {
			answer.Candidates = append(answer.Candidates, completion.Candidate{Word: child.Name, Help: child.Help})
		}
	}
	return answer
}

// allFlags returns the flags of the command and, for a call, of the tool, except for those that are there already.
func (l *line) allFlags() (answer completion.Answer) {
	if l.node.Name == "call" && len(l.positionals) > 0 {
		for _, p := range l.parameters() {
			if l.flags[p.Flag()] == nil && !l.used[p.Flag()] && !l.used[p.Name] {
				answer.Candidates = append(answer.Candidates, completion.Candidate{Word: p.Flag(), Help: p.Description})
			}
		}
	}
	for _, flag := range slices.Concat(l.node.AllFlags(true)...) {
		if name := "--" + flag.Name; !l.used[name] {
			answer.Candidates = append(answer.Candidates, completion.Candidate{Word: name, Help: flag.Help})
		}
	}
	return answer
}

// flagValues returns the values of a flag of the command, behind a prefix.
func (l *line) flagValues(flag *kong.Flag, prefix string) (answer completion.Answer) {
	switch {
	case flag.Name == "output":
		for _, form := range output.Forms() {
			answer.Candidates = append(answer.Candidates, completion.Candidate{Word: prefix + form, Open: strings.HasSuffix(form, "=")})
		}
	case flag.Name == "context":
		return contextNames(prefix)
	case flag.Enum != "":
		for _, value := range flag.EnumSlice() {
			answer.Candidates = append(answer.Candidates, completion.Candidate{Word: prefix + value})
		}
	default:
		answer.Files = isFile(flag.Value)
	}
	return answer
}

// isFile reports whether a value is the name of a file or a folder.
func isFile(value *kong.Value) bool {
	return slices.Contains([]string{"path", "existingfile", "existingdir"}, value.Tag.Type) ||
		slices.Contains([]string{"FILE", "DIR"}, value.Tag.PlaceHolder)
}

// positional returns the values of an argument that is neither a command nor of a tool.
func (l *line) positional() (answer completion.Answer) {
	at := min(len(l.positionals), len(l.node.Positional)-1)
	if at < 0 {
		return answer
	}
	switch argument := l.node.Positional[at]; {
	case l.node.Parent != nil && l.node.Parent.Name == "config":
		return contextNames("")
	case argument.Enum != "":
		for _, value := range argument.EnumSlice() {
			answer.Candidates = append(answer.Candidates, completion.Candidate{Word: value})
		}
	default:
		answer.Files = isFile(argument)
	}
	return answer
}

func contextNames(prefix string) (answer completion.Answer) {
	all, _, err := load()
	if err != nil {
		return answer
	}
	for _, name := range all.Names() {
		answer.Candidates = append(answer.Candidates, completion.Candidate{Word: prefix + name, Help: all.All[name].Gateway})
	}
	return answer
}

// tools returns the names of tools, and their aliases.
func (l *line) tools() (answer completion.Answer) {
	for _, tool := range l.catalogue() {
		for _, name := range append([]string{tool.Name}, tool.Aliases...) {
			answer.Candidates = append(answer.Candidates, completion.Candidate{Word: name, Help: tool.Title})
		}
	}
	return answer
}

// keys returns the parameters of the tool that are not given yet, as key=.
func (l *line) keys() (answer completion.Answer) {
	for _, p := range l.parameters() {
		if !l.used[p.Name] && !l.used[p.Flag()] {
			answer.Candidates = append(answer.Candidates, completion.Candidate{Word: p.Name + "=", Help: p.Description, Open: true})
		}
	}
	return answer
}

// values returns the values of a parameter, behind a prefix.
func values(prefix string, p *parameters.Parameter) (answer completion.Answer) {
	if p == nil {
		return answer
	}
	known := p.Enum
	if p.Is("boolean") {
		known = []string{"true", "false"}
	}
	for _, value := range known {
		answer.Candidates = append(answer.Candidates, completion.Candidate{Word: prefix + value})
	}
	return answer
}

// parameter returns the parameter of the tool that a key or a flag means, or nil.
func (l *line) parameter(name string) *parameters.Parameter {
	for _, p := range l.parameters() {
		if p.Name == name || p.Flag() == name || "--"+p.Name == name {
			return &p
		}
	}
	return nil
}

func (l *line) parameters() []parameters.Parameter {
	if len(l.positionals) == 0 {
		return nil
	}
	known, err := parametersOf(toolNamed(l.catalogue(), l.positionals[0]))
	if err != nil {
		return nil
	}
	return known
}

// ask returns the tools of the gateway that the line names, or none if it does not answer.
func (l *line) ask(ctx context.Context) []*client.Tool {
	var flags []string
	own := flagsOf(l.model, "tools")
	for i, word := range l.words[:len(l.words)-1] {
		name, _, assigned := strings.Cut(word, "=")
		if flag := own[name]; flag != nil && flag.Name != "help" && flag.Name != "version" {
			flags = append(flags, word)
			if !assigned && !flag.IsBool() && i+1 < len(l.words)-1 {
				flags = append(flags, l.words[i+1])
			}
		}
	}
	asking := commands{Up: defaultUp()}
	if _, err := config.Parse(&asking, append([]string{"tools"}, flags...), config.Options{
		Name: "salaatflow", EnvPrefix: upEnv,
		Kong: []kong.Option{kong.Resolvers(&fromContext{arguments: flags}), kong.Vars{"version": ""}},
	}); err != nil {
		return nil
	}
	gateway, err := asking.Tools.client()
	if err != nil {
		return nil
	}
	defer gateway.Close()
	tools, err := gateway.Tools(ctx)
	if err != nil {
		return nil
	}
	return tools
}
