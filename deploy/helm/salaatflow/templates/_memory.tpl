{{- /*
GOMEMLIMIT in bytes: a percentage of the memory limit, so that the garbage collector works harder before the kernel ends the
process, and what is not of Go's heap has room. The downward API could only give the whole limit. dict {limit, percent}
*/}}
{{- define "salaatflow.goMemLimit" -}}
{{- printf "%d" (int64 (divf (mulf (include "salaatflow.amount" .limit | float64) .percent) 100)) }}
{{- end }}

{{- /* The number that a quantity of Kubernetes is, such as 268435456 for 256Mi and 0.05 for 50m. The schema checks its form. */}}
{{- define "salaatflow.amount" -}}
{{- if kindIs "string" . }}
{{- $units := dict "" 1 "m" 0.001 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "P" 1e15 "E" 1e18 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 "Pi" 1125899906842624 "Ei" 1152921504606846976 }}
{{- mulf (regexFind "^[0-9.]+" . | float64) (index $units (regexReplaceAll "^[0-9.]+" . "")) }}
{{- else }}
{{- . }}
{{- end }}
{{- end }}

{{- /* Refuses what asks for more than it may have: dict {at, resources}. */}}
{{- define "salaatflow.checkResources" -}}
{{- $limits := (.resources | default dict).limits | default dict }}
{{- range $what, $asked := (.resources | default dict).requests }}
{{- if hasKey $limits $what }}
{{- $limit := index $limits $what }}
{{- if gt (include "salaatflow.amount" $asked | float64) (include "salaatflow.amount" $limit | float64) }}
{{- fail (printf "%s: resources.requests.%s %v is more than resources.limits.%s %v" $.at $what $asked $what $limit) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
