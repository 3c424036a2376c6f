{{- /* The alerting rules of the files in rules/ of the chart, which Helm leaves as they are, and those of the values. */}}
{{- define "salaatflow.ruleGroups" -}}
{{- $groups := list }}
{{- range $path, $content := .Files.Glob "rules/*.yaml" }}
{{- $groups = concat $groups ((toString $content | fromYaml).groups) }}
{{- end }}
{{- toYaml (concat $groups .Values.prometheusRule.groups) }}
{{- end }}
