package kit

import (
	"context"
	"fmt"
	"io"
)

const versionCommand = "version"

// commands are those of every program, with its own after serve.
func (p Program[C]) commands() []Command[C] {
	all := []Command[C]{{
		Name: "serve", Help: "Serve until SIGINT or SIGTERM, then drain and stop.", Run: p.serve,
	}}
	all = append(all, p.Commands...)
	all = append(all, Command[C]{
		Name: "healthcheck", Help: "Succeed if the service started with these settings serves.",
		Run: func(ctx context.Context, _ io.Writer, c C) error { return c.Healthcheck(ctx) },
	}, Command[C]{
		Name: versionCommand, Help: "Print the version.",
		Run: func(_ context.Context, out io.Writer, _ C) error {
			_, err := fmt.Fprintln(out, VersionLine(p.Name))
			return err
		},
	})
	for i := range all {
		if all[i].Arguments == nil {
			all[i].Arguments = &struct{}{}
		}
	}
	return all
}

func (p Program[C]) serve(ctx context.Context, _ io.Writer, c C) error {
	app, err := NewApp(p.New(c))
	if err != nil {
		return err
	}
	return app.Run(ctx)
}
