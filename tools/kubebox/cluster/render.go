package main

import (
	"embed"
	"fmt"
	"os"
	"strings"
	"text/template"
)

//go:embed config
var configFiles embed.FS

// render writes a file of config/ with its placeholders filled in.
func render(name, target string, values any) error {
	text, err := rendered(name, values)
	if err != nil {
		return err
	}
	return os.WriteFile(target, []byte(text), 0o600)
}

func rendered(name string, values any) (string, error) {
	parsed, err := template.New(name).Option("missingkey=error").ParseFS(configFiles, "config/"+name)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	if err := parsed.Execute(&text, values); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return text.String(), nil
}
