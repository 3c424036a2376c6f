{{- /* Refuses what could not work, and says what would. Takes what salaatflow.load completed. */}}
{{- define "salaatflow.checkProgram" -}}
{{- $at := printf "services.%s" .key }}
{{- if gt .most 1 }}
{{- if eq .database.engine "sqlite" }}
{{- $what := ternary (printf "autoscaling up to %d replicas" .most) (printf "replicas: %d" .most) .values.autoscaling.enabled }}
{{- fail (printf "%s: %s do not work with SQLite, whose file belongs to one pod: set replicas to 1 and autoscaling.enabled to false, or database.engine to postgresql" $at $what) }}
{{- end }}
{{- if eq .database.engine "memory" }}
{{- fail (printf "%s: %d replicas need a database that they share: set services.registry.database.engine to postgresql with database.existingSecret, or replicas to 1" $at .most) }}
{{- end }}
{{- end }}
{{- if and (eq .database.engine "postgresql") (not .database.secret) }}
{{- fail (printf "%s: database.existingSecret is empty: name the Secret that holds the URL postgres://USER:PASSWORD@HOST/DATABASE, or set database.engine to sqlite" $at) }}
{{- end }}
{{- end }}
