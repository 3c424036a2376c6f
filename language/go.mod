module github.com/salaatflow/platform/language

go 1.26.0

require (
	github.com/kljensen/snowball v0.10.0
	go.yaml.in/yaml/v3 v3.0.5
	golang.org/x/text v0.43.0
)

replace golang.org/x/exp => golang.org/x/exp v0.0.0-20260908205506-85c1c2202aba
