package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"

	"github.com/salaatflow/platform/salaatflow/internal/contexts"
	"github.com/salaatflow/platform/salaatflow/internal/output"
)

type configCommand struct {
	GetContexts    getContexts    `cmd:"" help:"List the contexts."`
	CurrentContext currentContext `cmd:"" help:"Print the name of the context that counts unless another is named."`
	UseContext     useContext     `cmd:"" help:"Make a context the one that counts unless another is named."`
	SetContext     setContext     `cmd:"" help:"Make or change a context: the address of a gateway, as whom to call it, and the file of a token."`
	DeleteContext  deleteContext  `cmd:"" help:"Forget a context."`
	View           viewContexts   `cmd:"" help:"Print where contexts are kept, and all of them."`
}

// load returns the contexts, and where they are kept.
func load() (all contexts.Contexts, path string, err error) {
	if path, err = contexts.DefaultPath(); err != nil {
		return all, "", err
	}
	all, err = contexts.Load(path)
	return all, path, err
}

type getContexts struct{ printed }

// Run lists the contexts.
func (c getContexts) Run(streams Streams) error {
	all, _, err := load()
	if err != nil {
		return err
	}
	return c.Output.Write(streams.Out, all, func(out io.Writer) error {
		rows := output.Rows{{"CURRENT", "NAME", "GATEWAY", "USER", "TOKEN FILE"}}
		for _, name := range all.Names() {
			one, mark, user := all.All[name], "", ""
			if name == all.Current {
				mark = "*"
			}
			if one.User != 0 {
				user = strconv.Itoa(int(one.User))
			}
			rows.Add(mark, name, one.Gateway, user, one.TokenFile)
		}
		return rows.Write(out)
	})
}

type currentContext struct{}

// Run prints the name. It fails if there is none.
func (currentContext) Run(streams Streams) error {
	all, _, err := load()
	if err != nil {
		return err
	}
	if _, err := all.Get(all.Current); err != nil {
		return errors.New("no context is current: `salaatflow config use-context NAME` makes one")
	}
	_, err = fmt.Fprintln(streams.Out, all.Current)
	return err
}

type useContext struct {
	Name string `arg:"" help:"The context's name."`
}

// Run makes the context the current one.
func (c useContext) Run(streams Streams) error {
	all, path, err := load()
	if err != nil {
		return err
	}
	if _, err := all.Get(c.Name); err != nil {
		return usageError(err.Error())
	}
	all.Current = c.Name
	if err := all.Save(path); err != nil {
		return err
	}
	fmt.Fprintf(streams.Err, "Commands now go to %s, at %s.\n", c.Name, all.All[c.Name].Gateway)
	return nil
}

type setContext struct {
	Name      string  `arg:"" help:"The context's name."`
	Gateway   *string `help:"The gateway's address." env:"-" placeholder:"URL"`
	User      *int32  `help:"The user to call as, in development mode; 0 for nobody." env:"-" placeholder:"N"`
	TokenFile *string `help:"The file of the token to call with; empty for none. The token itself is not kept." env:"-" placeholder:"FILE"`
}

// Run changes what is given, and leaves the rest as it is. The first context becomes the current one.
func (c setContext) Run(streams Streams) error {
	all, path, err := load()
	if err != nil {
		return err
	}
	one, there := all.All[c.Name]
	if !there {
		one.Gateway = defaultGateway
	}
	if c.Gateway != nil {
		one.Gateway = *c.Gateway
	}
	if c.User != nil {
		one.User = *c.User
	}
	if c.TokenFile != nil {
		one.TokenFile = *c.TokenFile
		if one.TokenFile != "" {
			if one.TokenFile, err = filepath.Abs(one.TokenFile); err != nil {
				return err
			}
		}
	}
	if err := contexts.Check(c.Name, one); err != nil {
		return usageError(err.Error())
	}
	all.All[c.Name] = one
	if all.Current == "" {
		all.Current = c.Name
	}
	if err := all.Save(path); err != nil {
		return err
	}
	done := "is new"
	if there {
		done = "is changed"
	}
	if all.Current == c.Name {
		done += ", and current"
	}
	fmt.Fprintf(streams.Err, "The context %s %s.\n", c.Name, done)
	return nil
}

type deleteContext struct {
	Name string `arg:"" help:"The context's name."`
}

// Run forgets the context.
func (c deleteContext) Run(streams Streams) error {
	all, path, err := load()
	if err != nil {
		return err
	}
	if _, err := all.Get(c.Name); err != nil {
		return usageError(err.Error())
	}
	delete(all.All, c.Name)
	if all.Current == c.Name {
		all.Current = ""
	}
	if err := all.Save(path); err != nil {
		return err
	}
	fmt.Fprintf(streams.Err, "The context %s is forgotten.\n", c.Name)
	return nil
}

type viewContexts struct{ printed }

// Run prints the file, and its name on standard error.
func (c viewContexts) Run(streams Streams) error {
	all, path, err := load()
	if err != nil {
		return err
	}
	fmt.Fprintf(streams.Err, "# %s\n", path)
	if c.Output.IsTable() {
		return getContexts(c).Run(streams)
	}
	return c.Output.Or(output.YAML).Write(streams.Out, all, nil)
}
