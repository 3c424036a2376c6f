{{- /*
The container that brings the schema of one program up to date, in the hook's pod or in the program's own. The programs take
turns under an advisory lock of PostgreSQL, so that many may do this at once.
*/}}
{{- define "salaatflow.migration" -}}
name: migrate-{{ .program.program }}
image: {{ include "salaatflow.image" . | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
args: [migrate]
env:
  {{- $owner := dict "database-url" (dict "secret" .database.ddlSecret "key" .database.ddlKey) }}
  {{- include "salaatflow.secretEnv" (dict "program" .program "secrets" $owner) | trim | nindent 2 }}
  {{- with .root.Values.migrations.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
securityContext: {{- toYaml .values.securityContext | nindent 2 }}
{{- with .root.Values.migrations.resources }}
resources: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
