{{- /*
The container that brings the schema of one program up to date, in the hook's pod or in the program's own. The programs take
turns under an advisory lock of PostgreSQL, so that many may do this at once.

The program's own pod has it in every mode, and where another mode migrates it does nothing, with the program's own account of the database:
what one mode left in a Deployment after an upgrade that failed, the next upgrade then replaces, whatever its mode; a patch that did not
name the container would leave it there. dict {ctx, migrates}, ctx as salaatflow.load completed it.
*/}}
{{- define "salaatflow.migration" -}}
{{- $ctx := .ctx }}
{{- $from := dict "secret" $ctx.database.secret "key" $ctx.database.key }}
{{- if .migrates }}{{ $from = dict "secret" $ctx.database.ddlSecret "key" $ctx.database.ddlKey }}{{ end }}
{{- $env := include "salaatflow.secretEnv" (dict "program" $ctx.program "secrets" (dict "database-url" $from)) }}
{{- $more := concat (include "salaatflow.envOfAll" $ctx.values.extraEnv | fromYamlArray) $ctx.root.Values.migrations.extraEnv }}
{{- include "salaatflow.container" (dict "root" $ctx.root "values" $ctx.values "program" $ctx.program
      "name" (printf "migrate-%s" $ctx.program.program) "args" (list (ternary "migrate" "version" .migrates))
      "env" (print $env (include "salaatflow.extraEnv" $more)) "resources" $ctx.root.Values.migrations.resources) }}
{{- end }}

{{- /* Those of some variables that are for any program, such as PGSSLROOTCERT, and no settings of one, which another refuses. */}}
{{- define "salaatflow.envOfAll" -}}
{{- range . }}
{{- if not (hasPrefix "SALAATFLOW_" .name) }}
- {{ toYaml . | nindent 2 | trim }}
{{- end }}
{{- end }}
{{- end }}
