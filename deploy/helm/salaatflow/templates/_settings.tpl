{{- /* The program's settings file: the keys are the names of its flags, so that it refuses an unknown one by name. */}}
{{- define "salaatflow.settings" -}}
{{- $root := .root }}
{{- $s := dict
      "ops-address" (printf ":%d" (int .ports.ops))
      "drain-delay" (printf "%ds" (int .values.drain.delaySeconds))
      "drain-timeout" (printf "%ds" (int .values.drain.timeoutSeconds))
      "log-format" $root.Values.log.format
      "log-level" $root.Values.log.level }}
{{- with $root.Values.otlpEndpoint }}{{ $_ := set $s "otlp-endpoint" . }}{{ end }}
{{- if .isGateway }}
{{- $_ := set $s "http" (printf "%s:%d" (ternary "127.0.0.1" "" (eq $root.Values.auth "dev")) (int .ports.http)) }}
{{- $_ := set $s "auth" $root.Values.auth }}
{{- $_ := set $s "catalog-file" "/var/cache/salaatflow/catalogue" }}
{{- else }}
{{- $_ := set $s "listen-address" (printf ":%d" (int .ports.grpc)) }}
{{- if $root.Values.credential.insecure }}{{ $_ := set $s "insecure" true }}{{ end }}
{{- end }}
{{- if ne .key "registry" }}{{ $_ := set $s "registry" (include "salaatflow.registryAddress" $root) }}{{ end }}
{{- if $root.Values.credential.existingSecret }}
{{- $_ := set $s "credential-file" (printf "/etc/salaatflow/credential/%s" $root.Values.credential.key) }}
{{- end }}
{{- if eq .database.engine "sqlite" }}
{{- $_ := set $s "database-url" (printf "sqlite:/data/salaatflow/%s" .program.file) }}
{{- end }}
{{- if and (has "llm-key" (.program.secrets | default list)) $root.Values.llm.url }}
{{- $_ := set $s "llm-url" $root.Values.llm.url }}
{{- $_ := set $s "llm-model" $root.Values.llm.model }}
{{- end }}
{{- toYaml (mergeOverwrite $s (deepCopy (.values.config | default dict))) }}
{{- end }}

{{- /* The secret settings of a program, each from an existing Secret, as environment variables. */}}
{{- define "salaatflow.secretEnv" -}}
{{- $root := .root }}
{{- if eq .database.engine "postgresql" }}
{{ include "salaatflow.databaseEnv" (dict "program" .program "secret" .database.secret "key" .database.key) }}
{{- end }}
{{- $known := .program.secrets | default list }}
{{- $secrets := dict }}
{{- if and (has "redis-url" $known) $root.Values.redis.existingSecret }}{{ $_ := set $secrets "redis-url" $root.Values.redis }}{{ end }}
{{- if and (has "llm-key" $known) $root.Values.llm.existingSecret }}{{ $_ := set $secrets "llm-key" $root.Values.llm }}{{ end }}
{{- range $flag, $from := $secrets }}
- name: SALAATFLOW_{{ $.program.env }}_{{ $flag | replace "-" "_" | upper }}
  valueFrom: {secretKeyRef: {name: {{ $from.existingSecret | quote }}, key: {{ $from.key | quote }}}}
{{- end }}
{{- end }}

{{- /* The variable of a program's database URL: dict {program, secret, key}. */}}
{{- define "salaatflow.databaseEnv" -}}
- name: SALAATFLOW_{{ .program.env }}_DATABASE_URL
  valueFrom: {secretKeyRef: {name: {{ .secret | quote }}, key: {{ .key | quote }}}}
{{- end }}
