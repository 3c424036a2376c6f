package main

import (
	"strings"
	"testing"
)

func TestEveryFileOfConfigIsFilledIn(t *testing.T) {
	files, err := configFiles.ReadDir("config")
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for _, name := range []string{
		"Name", "Node", "Address", "Folder", "PKI", "Kubeconfig", "DNS", "Pods", "Pods6", "PodNetwork",
		"Server", "User", "CA", "Certificate", "Key",
	} {
		values[name] = "the-" + name
	}
	for _, file := range files {
		text, err := rendered(file.Name(), values)
		if err != nil {
			t.Errorf("%s: %v", file.Name(), err)
		}
		if !strings.Contains(text, "the-") {
			t.Errorf("%s has no placeholder", file.Name())
		}
	}
	if _, err := rendered("Corefile", map[string]string{}); err == nil {
		t.Error("a placeholder without a value is no error")
	}
}
