module github.com/salaatflow/platform/e2e

go 1.26.0

require (
	github.com/salaatflow/platform/proto v0.0.0
	github.com/salaatflow/platform/services v0.0.0
	github.com/salaatflow/platform/registry-svc v0.0.0
	github.com/salaatflow/platform/tasks-svc v0.0.0
	github.com/salaatflow/platform/users-svc v0.0.0
	github.com/salaatflow/platform/gateway v0.0.0
	github.com/salaatflow/platform/salaatflow v0.0.0
)

replace golang.org/x/exp => golang.org/x/exp v0.0.0-20260908205506-85c1c2202aba
replace github.com/salaatflow/platform/proto => ../proto
replace github.com/salaatflow/platform/services => ../services
replace github.com/salaatflow/platform/registry-svc => ../registry-svc
replace github.com/salaatflow/platform/tasks-svc => ../tasks-svc
replace github.com/salaatflow/platform/users-svc => ../users-svc
replace github.com/salaatflow/platform/gateway => ../gateway
replace github.com/salaatflow/platform/salaatflow => ../salaatflow
