package skillssvc

import (
	"embed"
	"io/fs"
)

//go:embed examples
var embedded embed.FS

// examples returns the skills that come with the service.
func examples() fs.FS {
	files, err := fs.Sub(embedded, "examples")
	if err != nil {
		panic(err) // only for an invalid path
	}
	return files
}
