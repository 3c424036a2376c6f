module github.com/salaatflow/platform/gateway

go 1.26.0

require (
	github.com/google/jsonschema-go v0.4.3
	github.com/jonboulle/clockwork v0.5.0
	github.com/modelcontextprotocol/go-sdk v1.8.0
	github.com/salaatflow/platform/proto v0.0.0
	github.com/salaatflow/platform/services v0.0.0
	go.uber.org/goleak v1.3.0
)

require (
	github.com/hashicorp/golang-lru/v2 v2.0.7 // indirect
	golang.org/x/mod v0.42.0 // indirect
)

replace golang.org/x/exp => golang.org/x/exp v0.0.0-20260908205506-85c1c2202aba

replace github.com/salaatflow/platform/proto => ../proto

replace github.com/salaatflow/platform/services => ../services
