# Everything a developer runs. `make help` lists it; .ci/run calls the same targets.

SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS   += --no-builtin-rules --no-print-directory
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

HTTP     ?= 127.0.0.1:8080
DATA     ?= data
FUZZTIME ?= 10s
ARGUMENTS ?= 1000000
SOAK     ?= 10m

BIN     := $(CURDIR)/.bin
# The workspace's modules; tools/ stands outside it, so that what the tools need never reaches the platform's go.mod files.
MODULES := $(shell sed -n 's|^[[:space:]]*\./\(.*\)$$|\1|p' go.work)
export PATH := $(BIN):$(PATH)
# Programs are static, whether or not the machine has a C compiler; the race detector alone needs one.
export CGO_ENABLED := 0

GOLANGCI_VERSION := v2.15.0
HELM_VERSION        := v3.22.0
KUBECONFORM_VERSION := v0.8.0
COMPOSE_VERSION     := v2.40.3

# What programs say they are.
VERSION ?= $(shell tools/version)
SERVICE_MB  ?= 45
PLATFORM_MB ?= 65

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)$$/\1\t\2/p' $(firstword $(MAKEFILE_LIST)) | \
		while IFS=$$'\t' read -r target text; do printf '  %-16s %s\n' "$$target" "$$text"; done

##### run and test: need only Go and make #####

.PHONY: run
run: ## build and start everything on HTTP=127.0.0.1:8080, its data in DATA=data
	@mkdir -p $(BIN)
	@VERSION=$(VERSION) tools/build $(BIN) salaatflow
	@exec $(BIN)/salaatflow up --http $(HTTP) --data $(DATA)

.PHONY: build
build: ## build every program into .bin
	VERSION=$(VERSION) tools/build $(BIN)

.PHONY: size-check
size-check: build ## say how large the programs are; fail over SERVICE_MB=45, of the all-in-one over PLATFORM_MB=65
	@tools/size-check $(BIN) $(SERVICE_MB) $(PLATFORM_MB)

.PHONY: test
test: $(BIN)/testreport ## run all tests of all modules
	testreport go test $(TEST_FLAGS) -timeout 20m -json work

.PHONY: race
race: $(BIN)/testreport ## run the tests in which several things happen at once under the race detector (needs a C compiler)
	CGO_ENABLED=1 testreport go test -race -vet=off -gcflags='$(NOT_LOOKED_INTO)' -timeout 40m -skip '$(ONE_BY_ONE)' -json \
		$$(tools/concurrent-packages | grep -v -e '/language/detect' -e '/prayertime$$' -e '/platform/e2e$$')
	CGO_ENABLED=1 testreport go test -race -vet=off -gcflags='$(NOT_LOOKED_INTO)' -timeout 20m -run '$(AT_ONCE)' -json ./e2e
	CGO_ENABLED=1 go test -race -vet=off -run Concurrent ./language/detect

.PHONY: race-compile
race-compile: ## compile what `make race` tests, into Go's cache
	CGO_ENABLED=1 go list -race -gcflags='$(NOT_LOOKED_INTO)' -export -test -deps $$(tools/concurrent-packages) >/dev/null

# SQLite is C made into Go. Its memory is not Go's, so the detector sees nothing in it, and yet is asked at each access, which takes
# three times as long. The driver around it, and libc, whose locks SQLite takes, stay under the detector.
NOT_LOOKED_INTO := modernc.org/sqlite/lib=-race=false

# The tests of the whole platform in which several call, come, go or change at once. In the others one caller asks one thing after
# another, which takes eleven minutes under the race detector and shows it nothing new.
AT_ONCE_AN := A(Call|Chat|Conversation|Gateway|Killed|Hundred|Request|Service|Skill|Tool|Changed|nAnnounced)
AT_ONCE    := ^Test($(AT_ONCE_AN)|Callers|Chat(Turns|Conversations|Task)|Clients|Every(Edge|Write)|Flows|Gateways|NoCall|Paths|People|TheCalendar|ToolsOfNew|TooMany|TwoInstances|WhatIsTurned)

# In these, too, one caller asks thousands of things one after another: two minutes of a processor under the race detector.
ONE_BY_ONE := ^Test(ALongListComesInPages|AFloodOfTokensTakesNoMoreMemory|CommonWords|EveryCallerAtEveryDoor|RecordsInOnePlaceAreCompared)

.PHONY: e2e-rolling
e2e-rolling: $(BIN)/testreport ## restart every program, kill each of two registries, and lose no call; xDS clients; replace certificates (under 6 minutes)
	testreport go -C e2e test -tags rolling -count=1 -timeout 6m -run '^TestRolling' -json .

.PHONY: e2e-pings
e2e-pings: $(BIN)/testreport ## ping what `salaatflow new` writes, in each language, as gateways do (two minutes, mostly of waiting)
	testreport go -C e2e test -tags pings -count=1 -timeout 10m -run 'Pings$$' -json .

.PHONY: e2e-k8s
e2e-k8s: $(BIN)/kubebox $(BIN)/cluster $(BIN)/testreport $(BIN)/helm-$(HELM_VERSION) ## install the chart on a real cluster, brought up here, and break it: as root, eleven minutes
	@tools/e2e-k8s $(if $(FIGURES),-figures $(FIGURES))

.PHONY: e2e-compose
e2e-compose: $(BIN)/docker-compose-$(COMPOSE_VERSION) ## start deploy/compose.yaml on an engine of its own, and break it: as root, some minutes
	@tools/e2e-compose

.PHONY: fuzz
fuzz: agreement ## run each fuzz target for FUZZTIME=10s, and try ARGUMENTS=1000000 against schemas and rules
	@tools/fuzz $(FUZZTIME)

.PHONY: agreement
agreement: ## check that schemas and rules of tools accept the same ARGUMENTS=1000000 (minutes)
	go test -count=1 -timeout 1h -v ./services/toolspec/agreement -args -arguments $(ARGUMENTS)

.PHONY: e2e-attack
e2e-attack: $(BIN)/testreport ## attack a running platform as a stranger would: bounded loads on loopback, some minutes
	testreport go test -tags attack -count=1 -timeout 15m -json ./e2e/attack

.PHONY: isolation
isolation: ## measure the calls of other services while one is stopped: p99 at most 1.2 times as long
	go run ./e2e/bench -only isolation

.PHONY: e2e-auth
e2e-auth: $(BIN)/testreport ## sign in at a certified OpenID provider (npm's oidc-provider), by REST, chat and MCP; 100,000 tries at another's things (minutes)
	testreport go -C e2e test -tags auth -count=1 -timeout 3m -json ./auth
	testreport go -C e2e test -count=1 -timeout 5m -parallel 8 -run '^TestNobodyFindsWhatIsAnothers$$' -json ./matrix -args -tries 100000

.PHONY: e2e-browser
e2e-browser: $(BIN)/testreport ## use the pages in Debian's chromium as people do, and check them with axe-core (under 3 minutes)
	@tools/lean-workspace
	testreport go -C e2e test -overlay $(CURDIR)/.build/overlay.json -tags browser -count=1 -timeout 8m -json ./browser

.PHONY: screenshots
screenshots: ## make pictures of the pages into screenshots/
	go -C e2e test -tags browser -count=1 -timeout 8m -run '^TestScreenshots$$' ./browser -args -screenshots $(CURDIR)/screenshots

.PHONY: soak
soak: ## run a mixed load with floods and slow readers for SOAK=10m; fails when memory grows or a call fails
	go test -tags attack -count=1 -timeout 30m -run '^TestSoak$$' -v ./e2e/attack -args -soak $(SOAK)

##### check #####

.PHONY: lint
lint: lint-proto lint-go ## lint the contract and the Go code
	@tools/lint-toolnames

CHART_TOOLS := $(BIN)/helm-$(HELM_VERSION) $(BIN)/kubeconform-$(KUBECONFORM_VERSION)
CHART_TEST   = go -C e2e test -tags chart -count=1 ./chart -args -helm $(word 1,$(CHART_TOOLS)) -kubeconform $(word 2,$(CHART_TOOLS))

.PHONY: chart-check
chart-check: $(CHART_TOOLS) ## render, lint and validate every example of the Helm chart, and let the programs read their settings
	$(CHART_TEST)

.PHONY: chart-golden
chart-golden: $(CHART_TOOLS) ## write what the examples of the chart render, and the table of values in its README
	$(CHART_TEST) -update

.PHONY: chart-schemas
chart-schemas: ## write the schemas of Kubernetes by which chart-check validates
	go -C e2e/chart run ./kubeschemas testdata/schemas

.PHONY: lint-proto
lint-proto: $(BIN)/.tools .protodeps/.printed
	buf lint

.PHONY: lint-go
lint-go: $(BIN)/golangci-lint-$(GOLANGCI_VERSION)
	$< run --config .golangci.yml $(addprefix ./,$(addsuffix /...,$(MODULES)))
	cd tools && GOWORK=off $< run --config ../.golangci.yml ./...
	cd tools/kubebox && GOWORK=off $< run --config ../../.golangci.yml ./cluster/... ./pause/...

.PHONY: deadcode
deadcode: $(BIN)/.tools ## fail when there is code that nothing reaches, tests included
	@tools/deadcode

.PHONY: breaking
breaking: $(BIN)/.tools .protodeps/.printed ## compare the contract with main's: nothing that callers rely on may break
	@tools/breaking

.PHONY: licences
licences: $(BIN)/.tools $(BIN)/cyclonedx-gomod ## write the licences of what programs contain to docs/licences.md; LICENCE_TEXTS=FILE writes their texts
	@new=$$(mktemp); trap 'rm -f "$$new"' EXIT; \
	cyclonedx-gomod mod -licenses -json -type application salaatflow 2>/dev/null | \
		licences $(if $(LICENCE_TEXTS),-texts $(LICENCE_TEXTS)) ./salaatflow >"$$new"; \
	$(if $(LICENCE_TEXTS),true,cat "$$new" >docs/licences.md)

.PHONY: licences-check
licences-check: $(BIN)/.tools $(BIN)/cyclonedx-gomod ## fail if docs/licences.md is not what `make licences` writes, or a licence does not fit ours
	cyclonedx-gomod mod -licenses -json -type application salaatflow 2>/dev/null | licences ./salaatflow | diff -u docs/licences.md -

.PHONY: generate-check
generate-check: generate ## fail if the committed generated code is not what `make generate` makes
	@changed=$$(git status --porcelain -- $(GENERATED)); if [[ -n $$changed ]]; then \
		git --no-pager diff -- $(GENERATED) | head -n 200; \
		printf 'Not what `make generate` makes; run it and commit:\n%s\n' "$$changed" >&2; exit 1; fi

.PHONY: tidy-check
tidy-check: ## check that each module is tidy, builds without the workspace, and agrees with it
	@tools/tidy-check $(MODULES) tools examples/goals-go

.PHONY: tidy
tidy: ## make each go.mod tidy and agree with the workspace
	go work sync
	@for module in $(MODULES) tools examples/goals-go; do GOWORK=off go -C $$module mod tidy; done

.PHONY: conformance
conformance: ## try the gateway with the official suite of MCP; SCENARIO=… tries one and shows all of it
	npm ci --prefix e2e/conformance/suite --ignore-scripts --no-audit --no-fund --loglevel=error
	CONFORMANCE=1 go test -count=1 -v -run TestTheGatewayConforms ./e2e/conformance

.PHONY: mcp-clients
mcp-clients: ## call every tool by MCP's official clients, and try all clients of docs/mcp-clients.md, and the inspector in Debian's chromium (four minutes)
	npm ci --prefix e2e/mcpclients/suite --ignore-scripts --no-audit --no-fund --loglevel=error
	MCP_CLIENTS=1 go test -count=1 -v -timeout 10m ./e2e/mcpclients
	go test -tags browser,inspector -count=1 -v -timeout 8m -run InTheInspector ./e2e/browser

.PHONY: tokens
tokens: ## count the tokens of what MCP lists and answers, by the tokenizers of GPT, Claude and Gemma (needs Node)
	npm ci --prefix e2e/tokens/suite --ignore-scripts --no-audit --no-fund --loglevel=error
	TOKENS=1 go test -count=1 -v -timeout 5m ./e2e/tokens

# llama.cpp's converter, of an old release, which crashes at patterns, and a new one.
LLAMA_CONVERTERS := $(patsubst %,$(BIN)/llama-converter-%,3.17.1 3.22.1)

.PHONY: host-schemas
host-schemas: $(LLAMA_CONVERTERS) ## have llama.cpp's converters, which g++ builds, and ajv take what MCP lists, and generated schemas (two minutes the first time)
	npm ci --prefix e2e/hostschemas/suite --ignore-scripts --no-audit --no-fund --loglevel=error
	HOST_SCHEMAS=1 go test -count=1 -v ./e2e/hostschemas -args $(abspath $(LLAMA_CONVERTERS))

$(BIN)/llama-converter-%: e2e/hostschemas/llama/convert.cpp e2e/hostschemas/llama/releases.txt tools/llama-converter
	@mkdir -p $(BIN)
	tools/llama-converter $* $@

.PHONY: ci
ci: ## run what CI runs
	@.ci/run

##### install #####

.PHONY: images
images: $(BIN)/cyclonedx-gomod ## build the images with docker, podman or buildah (ENGINE=), their lists and sums in dist/images
	@VERSION=$(VERSION) LISTS=$(or $(LISTS),dist/images) tools/images

.PHONY: reproducible-check
reproducible-check: ## build the commit twice in two folders and compare the bytes; COLD=1 compiles all of it anew
	@tools/reproducible-check

.PHONY: release
release: $(BIN)/cyclonedx-gomod $(BIN)/helm-$(HELM_VERSION) ## make VERSION=v0.1.0 in dist/: programs, images, chart, modules, lists of modules, sums
	@tools/release $(VERSION) $(DIST)

.PHONY: compose-up compose-smoke compose-down
compose-up: ## start deploy/compose.yaml with docker compose, its secrets in deploy/secrets; PROFILE=observability for more
	@tools/compose up $(PROFILE)
compose-smoke: ## call the platform that compose-up started, at URL=http://127.0.0.1:8080
	@tools/compose smoke $(URL)
compose-down: ## stop what compose-up started; the data stays
	@tools/compose down

##### measure #####

.PHONY: bench
bench: ## measure everything and rewrite docs/benchmarks.md and its pictures
	go run ./e2e/bench

.PHONY: bench-check
bench-check: ## fail if a ratio is more than 10 % worse than in docs/benchmarks.md, three times in a row
	go run ./e2e/bench -check

.PHONY: bench-smoke
bench-smoke: ## measure everything for a moment, to see that the benchmarks run
	go run ./e2e/bench -quick

.PHONY: tool-choice-floor
tool-choice-floor: ## after a change of the tools' texts: write how often these lead to the right tool, for `make test` and docs/benchmarks.md
	go test -count=1 -v -run '^TestToolsAreToldApartByTheirTexts$$' ./e2e/toolchoice -args -update

.PHONY: tool-choice
tool-choice: ## ask a language model, which SALAATFLOW_TOOL_CHOICE_LLM_URL, _MODEL and _KEY name, the same requests; FLAGS="--misses --only ur" or --help
	@mkdir -p $(BIN)
	@go build -o $(BIN)/tool-choice ./e2e/cmd/tool-choice
	@tool-choice $(FLAGS)

.PHONY: add-a-tool-check
add-a-tool-check: $(BIN)/.tools .protodeps/.printed ## follow docs/add-a-tool.md in a copy of the repository: takes some minutes
	@tools/add-a-tool-check

.PHONY: import-million
import-million: ## import a million masjids and check that they are not held in memory: takes some minutes
	cd masjid-svc && go test ./internal/importing -run Large -v -timeout 1h -args -records 1000000

##### generate #####

.PHONY: observability-check
observability-check: ## check dashboards, alerts and runbooks against a running platform (promtool comes from Debian)
	@tools/observability-check

.PHONY: transcripts
transcripts: ## run the conversations shown in docs/language.md again, and write what the chat says now
	go -C e2e test -run '^TestTranscripts$$' . -update

GENERATED := ':(glob)**/*.pb.go' ':(glob)**/*.pb.gw.go' ':(glob)**/*.binpb' ':(glob)**/*.binpb.gz' proto/toolnames proto/packed ':(glob)**/forty.json.gz' docs/tools.md docs/settings.md docs/schemas.md \
	deploy/observability/grafana/dashboards

.PHONY: generate
generate: $(BIN)/.tools .protodeps/.printed ## generate what is made from the contract, the settings and the dashboards
	tools/generate

.PHONY: detect-train
detect-train: ## find the weights of the chat's model anew, after a change of its corpora, lexicon, grammar or rules
	go run ./language/cmd/detect-train
	go run ./language/cmd/detect-train -only acts
	go run ./language/cmd/detect-train -only parting

.PHONY: continued
continued: ## write down anew which messages of the dialogues order something where they stand, for detect-train
	rm -f language/detect/testdata/continued/dialogues.jsonl
	go test ./e2e -count=1 -run '^TestDialogues$$' -args -continued-to=$(CURDIR)/language/detect/testdata/continued/dialogues.jsonl

.PHONY: language-report
language-report: ## print how well the chat understands, by set and script, then its dialogues
	@go run ./language/cmd/detect-report
	@echo; echo "Dialogues through the whole chat (dialogues-apart were never tuned on, dialogues-open are known to fail):"; echo
	@go test ./e2e -count=1 -run '^TestDialogues$$' -args -figures-to=/dev/stderr \
		-dialogue-figures='testdata/dialogues/*.json testdata/dialogues-apart/*.json testdata/dialogues-open/*.json' >/dev/null

# The tools are rebuilt only when something in tools/ changed. The first time takes some minutes.
$(BIN)/.tools: tools/go.mod tools/go.sum $(shell find tools -name '*.go' -not -name '*_test.go' -not -path '*/testreport/*' -not -path '*/kubebox/*')
	@mkdir -p $(BIN)
	GOWORK=off go -C tools build -o $(BIN)/ tool ./...
	@touch $@

# The one tool that `make test` needs has no dependency beyond Go, so testing does not wait for the others.
$(BIN)/testreport: $(wildcard tools/testreport/*.go)
	@mkdir -p $(BIN)
	@GOWORK=off go -C tools build -o $@ ./testreport

# The .proto files of others that ours import, printed from the pinned Go modules that register them.
.protodeps/.printed: $(BIN)/.tools
	rm -rf .protodeps
	protodeps .protodeps
	@touch $@

# Named with its version, so that a new pin is built and an old binary is never taken for it.
$(BIN)/golangci-lint-$(GOLANGCI_VERSION):
	@mkdir -p $(BIN)
	GOBIN=$(BIN) go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	@mv $(BIN)/golangci-lint $@

# A build without these flags takes itself for Kubernetes 1.20, and refuses the chart where no cluster tells it otherwise.
HELM_PKG   := helm.sh/helm/v3
HELM_BUILD := -s -w -X $(HELM_PKG)/internal/version.version=$(HELM_VERSION) \
	-X $(HELM_PKG)/pkg/chartutil.k8sVersionMajor=1 -X $(HELM_PKG)/pkg/chartutil.k8sVersionMinor=36 \
	-X $(HELM_PKG)/pkg/lint/rules.k8sVersionMajor=1 -X $(HELM_PKG)/pkg/lint/rules.k8sVersionMinor=36
$(BIN)/helm-$(HELM_VERSION):
	@mkdir -p $(BIN)
	GOBIN=$(BIN) go install -ldflags '$(HELM_BUILD)' helm.sh/helm/v3/cmd/helm@$(HELM_VERSION)
	@mv $(BIN)/helm $@

$(BIN)/kubeconform-$(KUBECONFORM_VERSION):
	@mkdir -p $(BIN)
	GOBIN=$(BIN) go install github.com/yannh/kubeconform/cmd/kubeconform@$(KUBECONFORM_VERSION)
	@mv $(BIN)/kubeconform $@

# docker compose itself, by its own go.mod, which `go install` refuses: a minute and a half of both processors the first time.
$(BIN)/docker-compose-$(COMPOSE_VERSION):
	@mkdir -p $(BIN)
	folder=$$(go mod download -json github.com/docker/compose/v2@$(COMPOSE_VERSION) | sed -n 's|.*"Dir": "\(.*\)".*|\1|p') && \
		GOWORK=off GOFLAGS=-buildvcs=false go -C "$$folder" build -trimpath -o $@ \
		-ldflags '-s -w -X github.com/docker/compose/v2/internal.Version=$(COMPOSE_VERSION)' ./cmd

.PHONY: kubebox
kubebox: $(BIN)/kubebox $(BIN)/cluster ## build a Kubernetes for this machine and what starts it: tools/kubebox/README.md

# A whole Kubernetes as one program, of the versions in its go.mod: five minutes the first time.
KUBE_VERSION := $(shell sed -n 's|^\tk8s.io/kubernetes \(v.*\)|\1|p' tools/kubebox/go.mod)
$(BIN)/kubebox: tools/kubebox/go.mod tools/kubebox/go.sum tools/kubebox/main.go
	@mkdir -p $(BIN)
	CGO_ENABLED=0 GOWORK=off go -C tools/kubebox build -trimpath -o $@ \
		-ldflags '-s -w -X k8s.io/component-base/version.gitVersion=$(KUBE_VERSION)' .

$(BIN)/cluster: tools/kubebox/go.mod $(wildcard tools/kubebox/cluster/*.go tools/kubebox/cluster/config/*)
	@mkdir -p $(BIN)
	CGO_ENABLED=0 GOWORK=off go -C tools/kubebox build -trimpath -o $@ ./cluster

# Lists the modules in a program.
$(BIN)/cyclonedx-gomod: tools/sbom/go.mod tools/sbom/go.sum
	@mkdir -p $(BIN)
	GOWORK=off go -C tools/sbom build -o $@ github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod
