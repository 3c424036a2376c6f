package registrysvc

import (
	"context"
	"fmt"
	"io"

	"github.com/salaatflow/platform/registry-svc/internal/grants"
	"github.com/salaatflow/platform/services/kit"
)

// CheckGrantsCommand returns the command that checks a file of grants before the registry reads it, and says what it means.
func CheckGrantsCommand() kit.Command[Config] {
	arguments := &struct {
		File string `arg:"" help:"The file of --grants." type:"path"`
	}{}
	return kit.Command[Config]{
		Name: "check-grants", Help: "Check a file of --grants, and say who may do what by it.", Arguments: arguments,
		Run: func(_ context.Context, out io.Writer, _ Config) error {
			all, err := grants.Load(arguments.File)
			if err != nil {
				return err
			}
			for _, grant := range all {
				fmt.Fprintln(out, grant)
			}
			_, err = fmt.Fprintf(out, "%s is right: %d grants, besides what the platform's own programs may do\n", arguments.File, len(all))
			return err
		},
	}
}
