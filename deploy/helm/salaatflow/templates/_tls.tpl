{{- /* The Secret with the certificate of one program; takes what salaatflow.load completed. */}}
{{- define "salaatflow.certificateSecret" -}}
{{- printf "%s-tls" .name }}
{{- end }}

{{- /* What the SPIFFE id of each program begins with. */}}
{{- define "salaatflow.identity" -}}
{{- .Values.tls.identity | default (printf "spiffe://salaatflow/%s/%s" .Release.Namespace (include "salaatflow.fullname" .)) }}
{{- end }}

{{- /* The names by which one program is found in the cluster, besides its own: a YAML list. */}}
{{- define "salaatflow.dnsNames" -}}
{{- $namespace := .root.Release.Namespace }}
{{- range $name := list .name (printf "%s-headless" .name) }}
- {{ printf "%s.%s.svc" $name $namespace }}
{{- end }}
{{- end }}

{{- /* The container that makes certificates, and renews them. */}}
{{- define "salaatflow.certs" -}}
name: certs
image: {{ include "salaatflow.image" (dict "root" . "values" (dict "image" .Values.tls.job.image) "program" (dict "program" "salaatflow")) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
args:
  - certs
  - --secrets={{ include "salaatflow.fullname" . }}
  - --identity={{ include "salaatflow.identity" . }}
  - --lifetime={{ mul 24 (int .Values.tls.days) }}h
  {{- range $key := include "salaatflow.installed" . | fromYamlArray }}
  {{- $ctx := dict "root" $ "key" $key }}{{ include "salaatflow.load" $ctx }}
  - --dns={{ $ctx.program.program }}={{ join "," (include "salaatflow.dnsNames" $ctx | fromYamlArray) }}
  {{- end }}
  {{- range .Values.tls.also }}
  - --also={{ . }}
  {{- end }}
securityContext: {{- toYaml .Values.defaults.securityContext | nindent 2 }}
{{- with .Values.tls.job.resources }}
resources: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* The pod that does so: dict {root, labels, account}. */}}
{{- define "salaatflow.certsPod" -}}
metadata:
  labels: {{- include "salaatflow.labels" .labels | nindent 4 }}
spec:
  restartPolicy: Never
  serviceAccountName: {{ .account }}
  automountServiceAccountToken: true # it writes Secrets
  enableServiceLinks: false
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext: {{- toYaml .root.Values.defaults.podSecurityContext | nindent 4 }}
  containers:
    - {{ include "salaatflow.certs" .root | nindent 6 | trim }}
{{- end }}

{{- /* An account that may write those Secrets and none else: dict {root, labels, account, annotations}. */}}
{{- define "salaatflow.certsAccount" -}}
{{- $secrets := list (printf "%s-ca-tls" (include "salaatflow.fullname" .root)) }}
{{- range $key, $program := include "salaatflow.programs" .root | fromYaml }}
{{- $secrets = append $secrets (printf "%s-%s-tls" (include "salaatflow.fullname" $.root) $program.program) }}
{{- end }}
{{- range .root.Values.tls.also }}
{{- $secrets = append $secrets (printf "%s-%s-tls" (include "salaatflow.fullname" $.root) .) }}
{{- end }}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ .account }}
  labels: {{- include "salaatflow.labels" .labels | nindent 4 }}
  {{- with .annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: {{ .account }}
  labels: {{- include "salaatflow.labels" .labels | nindent 4 }}
  {{- with .annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
rules:
  - apiGroups: [""]
    resources: [secrets]
    verbs: [create] # Kubernetes cannot bind this to names
  - apiGroups: [""]
    resources: [secrets]
    verbs: [get, patch]
    resourceNames: {{- toYaml $secrets | nindent 6 }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: {{ .account }}
  labels: {{- include "salaatflow.labels" .labels | nindent 4 }}
  {{- with .annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: {{ .account }}}
subjects: [{kind: ServiceAccount, name: {{ .account }}, namespace: {{ .root.Release.Namespace }}}]
{{- end }}
