{{- define "salaatflow.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- $name := .Values.nameOverride | default .Chart.Name }}
{{- ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- /* Where the objects are. */}}
{{- define "salaatflow.namespace" -}}
{{- .Values.namespaceOverride | default .Release.Namespace }}
{{- end }}

{{- define "salaatflow.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}
{{- .Values.serviceAccount.name | default (include "salaatflow.fullname" .) }}
{{- else }}
{{- .Values.serviceAccount.name | default "default" }}
{{- end }}
{{- end }}

{{- /* What selects all pods of the release. */}}
{{- define "salaatflow.selector" -}}
app.kubernetes.io/name: {{ .Values.nameOverride | default .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- /* The labels of every object; of a program's objects: dict {root, component}. */}}
{{- define "salaatflow.labels" -}}
{{- $root := .root | default . }}
{{- include "salaatflow.selector" $root }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
app.kubernetes.io/part-of: salaatflow
app.kubernetes.io/version: {{ $root.Values.image.tag | default $root.Chart.AppVersion | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" | trunc 63 }}
{{- with $root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* What selects the pods of one program; takes what salaatflow.load completed. */}}
{{- define "salaatflow.programSelector" -}}
{{ include "salaatflow.selector" .root }}
app.kubernetes.io/component: {{ .program.program }}
{{- end }}

{{- define "salaatflow.image" -}}
{{- $image := mergeOverwrite (deepCopy .root.Values.image) (.values.image | default dict | deepCopy) }}
{{- $parts := compact (list $image.registry $image.repository ($image.name | default .program.program)) }}
{{- $name := join "/" $parts }}
{{- if $image.digest }}
{{- printf "%s@%s" $name $image.digest }}
{{- else }}
{{- printf "%s:%s" $name ($image.tag | default .root.Chart.AppVersion) }}
{{- end }}
{{- end }}

{{- /* Where the registry is, for the others. */}}
{{- define "salaatflow.registryAddress" -}}
{{- $ports := include "salaatflow.ports" . | fromYaml }}
{{- .Values.registryAddress | default (printf "%s-registry-svc-headless.%s.svc:%d" (include "salaatflow.fullname" .) (include "salaatflow.namespace" .) (int $ports.grpc)) }}
{{- end }}

{{- /* The port of the gateway's Service. */}}
{{- define "salaatflow.gatewayPort" -}}
{{- $ctx := dict "root" . "key" "gateway" }}{{ include "salaatflow.load" $ctx }}
{{- int $ctx.values.service.port }}
{{- end }}
