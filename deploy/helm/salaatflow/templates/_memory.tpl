{{- /*
GOMEMLIMIT in bytes: a percentage of the memory limit, so that the garbage collector works harder before the kernel ends the
process, and what is not of Go's heap has room. The downward API could only give the whole limit. dict {limit, percent}
*/}}
{{- define "salaatflow.goMemLimit" -}}
{{- $units := dict "" 1 "k" 1000 "M" 1000000 "G" 1000000000 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 }}
{{- $limit := toString .limit }}
{{- $unit := regexReplaceAll "^[0-9.]+" $limit "" }}
{{- if or (not (regexMatch "^[0-9]+([.][0-9]+)?[A-Za-z]*$" $limit)) (not (hasKey $units $unit)) }}
{{- fail (printf "resources.limits.memory: %q is not a quantity such as 256Mi or 1Gi" $limit) }}
{{- end }}
{{- $number := regexFind "^[0-9.]+" $limit | float64 }}
{{- printf "%d" (int64 (divf (mulf $number (index $units $unit) .percent) 100)) }}
{{- end }}
