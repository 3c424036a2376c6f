package main

// board is one dashboard.
type board struct {
	uid, title, description string
	rows                    []row
}

type row struct {
	title  string
	panels []panel
}

// panel shows queries over time, or as one figure each.
type panel struct {
	title, description, unit string
	stat                     bool
	bad                      float64 // from here on a figure is red; 0 for never
	exemplars                bool    // points lead to traces
	queries                  []query
}

type query struct{ expr, legend string }

var boards = []board{
	{
		uid: "salaatflow-overview", title: "SalaatFlow: overview",
		description: "Whether the platform keeps its objectives, and what gateways answer.",
		rows: []row{
			{"Objectives: 99.9 % answered without a failure, 99 % within half a second, in 30 days", []panel{
				figure("Failures, 1 h", "percentunit", 0.001, "salaatflow:http_errors:ratio_rate1h"),
				figure("Failures, 3 d", "percentunit", 0.001, "salaatflow:http_errors:ratio_rate3d"),
				figure("Slow answers, 1 h", "percentunit", 0.01, "salaatflow:http_slow:ratio_rate1h"),
				figure("Slow answers, 3 d", "percentunit", 0.01, "salaatflow:http_slow:ratio_rate3d"),
				figure("Programs not ready", "none", 1, `count(salaatflow_ready == 0) or vector(0)`),
				figure("Required tools missing", "none", 1, `max(salaatflow_required_tools_missing)`),
			}},
			{"Budgets", []panel{
				graph("Failures burn the budget, times", "Above 14.4 for an hour, or 6 for six hours, somebody is called.", "none",
					query{"salaatflow:http_errors:ratio_rate5m / 0.001", "5 minutes"},
					query{"salaatflow:http_errors:ratio_rate1h / 0.001", "1 hour"},
					query{"salaatflow:http_errors:ratio_rate6h / 0.001", "6 hours"}),
				graph("Slow answers burn the budget, times", "Without the chat, which may ask a language model.", "none",
					query{"salaatflow:http_slow:ratio_rate5m / 0.01", "5 minutes"},
					query{"salaatflow:http_slow:ratio_rate1h / 0.01", "1 hour"},
					query{"salaatflow:http_slow:ratio_rate6h / 0.01", "6 hours"}),
			}},
			{"Requests", []panel{
				graph("Requests by status", "", "reqps",
					query{`sum by (code) (rate(salaatflow_http_requests_total[$__rate_interval]))`, "{{code}}"}),
				graph("Requests by route", "", "reqps",
					query{`topk(10, sum by (method, route) (rate(salaatflow_http_requests_total[$__rate_interval])))`, "{{method}} {{route}}"}),
				traced("How long requests take", quantiles("salaatflow_http_request_duration_seconds")...),
				traced("How long requests take, 99 %, by route",
					query{`topk(10, histogram_quantile(0.99, sum by (le, route) (rate(` +
						`salaatflow_http_request_duration_seconds_bucket[$__rate_interval]))))`, "{{route}}"}),
			}},
			{"Limits of the gateways", []panel{
				graph("Calls in flight", "", "none", query{`sum by (service) (salaatflow_calls_in_flight)`, "{{service}}"}),
				graph("Calls that wait", "", "none", query{`sum by (service) (salaatflow_calls_queued)`, "{{service}}"}),
				graph("Calls refused", "RATE_LIMITED, by the limit that they met.", "reqps",
					query{`sum by (service, bound) (rate(salaatflow_calls_shed_total[$__rate_interval]))`, "{{service}}: {{bound}}"}),
			}},
			{"Versions", []panel{
				graph("Running programs by version", "", "none",
					query{`count by (program, version) (salaatflow_build_info)`, "{{program}} {{version}}"}),
			}},
		},
	},
	{
		uid: "salaatflow-tools", title: "SalaatFlow: tools and the chat",
		description: "Tool calls by canonical name, and turns of the chat.",
		rows: []row{
			{"Tools, called by name at gateways (REST tool call, MCP) and by services", []panel{
				graph("Calls by tool", "", "reqps",
					query{`sum by (tool) (rate(salaatflow_tool_calls_total[$__rate_interval]))`, "{{tool}}"}),
				graph("Failed calls by code", "", "reqps",
					query{`sum by (tool, error) (rate(salaatflow_tool_calls_total{error!=""}[$__rate_interval]))`, "{{tool}}: {{error}}"}),
			}},
			{"How long tools take", []panel{
				traced("Median by tool", query{quantile("0.5", "salaatflow_tool_call_duration_seconds", "tool"), "{{tool}}"}),
				traced("99 % by tool", query{quantile("0.99", "salaatflow_tool_call_duration_seconds", "tool"), "{{tool}}"}),
			}},
			{"Aliases", []panel{
				graph("Calls by alias", "An alias without uses can be retired.", "reqps",
					query{`sum by (alias, tool) (rate(salaatflow_tool_alias_uses_total[$__rate_interval]))`, "{{alias}} → {{tool}}"}),
			}},
			{"Chat", []panel{
				graph("Turns by intent", "", "reqps",
					query{`sum by (intent) (rate(salaatflow_chat_turns_total[$__rate_interval]))`, "{{intent}}"}),
				graph("Turns by language", "", "reqps",
					query{`sum by (language) (rate(salaatflow_chat_turns_total[$__rate_interval]))`, "{{language}}"}),
				graph("Turns that were not understood", "", "percentunit",
					query{`sum(rate(salaatflow_chat_turns_total{intent="unknown"}[$__rate_interval]))` +
						` / sum(rate(salaatflow_chat_turns_total[$__rate_interval]))`, "of all turns"}),
				graph("Turns that failed", "", "reqps",
					query{`sum by (error) (rate(salaatflow_chat_turns_total{error!=""}[$__rate_interval]))`, "{{error}}"}),
			}},
		},
	},
	{
		uid: "salaatflow-services", title: "SalaatFlow: services and the registry",
		description: "Calls between programs, what is registered, and what the processes use.",
		rows: []row{
			{"gRPC calls, as the services see them", []panel{
				graph("Calls by method", "", "reqps",
					query{`topk(15, sum by (rpc_method) (rate(rpc_server_call_duration_seconds_count[$__rate_interval])))`, "{{rpc_method}}"}),
				graph("Calls that were not OK", "", "reqps",
					query{`sum by (rpc_method, rpc_response_status_code) (rate(rpc_server_call_duration_seconds_count{` +
						`rpc_response_status_code!="OK"}[$__rate_interval]))`, "{{rpc_method}}: {{rpc_response_status_code}}"}),
				traced("99 % by method",
					query{"topk(15, " + quantile("0.99", "rpc_server_call_duration_seconds", "rpc_method") + ")", "{{rpc_method}}"}),
				graph("Calls being answered", "", "none", query{`sum by (job, instance) (rpc_server_active_calls)`, "{{job}} {{instance}}"}),
			}},
			{"Registry", []panel{
				graph("Instances that can be called", "", "none",
					query{`max by (service) (registry_instances_callable)`, "{{service}}"}),
				graph("Instances without calls", "Registered and not callable, or waiting because their version skips a major one.", "none",
					query{`max by (service) (registry_instances_registered) - max by (service) (registry_instances_callable)`, "{{service}} not callable"},
					query{`max by (service) (registry_instances_waiting)`, "{{service}} waiting"}),
				graph("Tools and watchers", "", "none",
					query{`max(registry_tools)`, "tools"}, query{`sum(registry_watchers)`, "watchers"}),
				graph("What should be rare, an hour", "", "none",
					query{`sum(increase(registry_leases_expired_total[1h]))`, "leases ended"},
					query{`sum(increase(registry_watchers_resyncs_total[1h]))`, "watchers that fell behind"},
					query{`sum(increase(registry_leases_lost_time_seconds_total[1h]))`, "seconds that the registry stood still"},
					query{`sum by (service) (increase(salaatflow_instances_passed_over_total[1h]))`, "{{service}} instances that hung"},
					query{`sum(increase(salaatflow_credential_refused_total[1h]))`, "calls without the credential"}),
			}},
			{"Skills", []panel{
				graph("Skills", "", "none", query{`max by (location, state) (skills_loaded)`, "{{location}} {{state}}"}),
				graph("Classified tools", "", "none", query{`max by (origin) (tool_classifications)`, "{{origin}}"}),
				graph("Cache of classifications", "", "reqps",
					query{`sum by (result) (rate(tool_cache_reads_total[$__rate_interval]))`, "{{result}}"},
					query{`sum(rate(tool_cache_errors_total[$__rate_interval]))`, "failed"}),
			}},
			{"Processes", []panel{
				graph("Processor", "", "none", query{`rate(process_cpu_seconds_total[$__rate_interval])`, "{{job}} {{instance}}"}),
				graph("Memory", "", "bytes", query{`process_resident_memory_bytes`, "{{job}} {{instance}}"}),
				graph("Goroutines", "", "none", query{`go_goroutines`, "{{job}} {{instance}}"}),
				graph("File descriptors", "", "percentunit", query{`process_open_fds / process_max_fds`, "{{job}} {{instance}}"}),
			}},
		},
	},
}

func figure(title, unit string, bad float64, expr string) panel {
	return panel{title: title, unit: unit, stat: true, bad: bad, queries: []query{{expr, ""}}}
}

func graph(title, description, unit string, queries ...query) panel {
	return panel{title: title, description: description, unit: unit, queries: queries}
}

// traced is a graph of durations whose points lead to traces.
func traced(title string, queries ...query) panel {
	return panel{title: title, unit: "s", exemplars: true, queries: queries}
}

// quantile returns a quantile of a histogram, by one label, or of all for "".
func quantile(q, histogram, by string) string {
	labels := "le"
	if by != "" {
		labels += ", " + by
	}
	return "histogram_quantile(" + q + ", sum by (" + labels + ") (rate(" + histogram + "_bucket[$__rate_interval])))"
}

func quantiles(histogram string) []query {
	return []query{
		{quantile("0.5", histogram, ""), "50 %"},
		{quantile("0.9", histogram, ""), "90 %"},
		{quantile("0.99", histogram, ""), "99 %"},
	}
}
