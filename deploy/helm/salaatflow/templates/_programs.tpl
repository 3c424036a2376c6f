{{/*
The programs of the platform. The key is the one in .Values.services; env is what stands in the names of the program's
environment variables; grpc are the full names of its gRPC services; file is its SQLite file, where it has one; secrets are
its settings that are secret, besides the database's URL.
*/}}
{{- define "salaatflow.programs" -}}
registry: {program: registry-svc, env: REGISTRY, grpc: [salaatflow.registry.v1.RegistryService]}
users: {program: users-svc, env: USERS, grpc: [salaatflow.users.v1.UserService], file: users.db}
tasks: {program: tasks-svc, env: TASKS, grpc: [salaatflow.tasks.v1.TaskService, salaatflow.tasks.v1.ReminderService], file: tasks.db}
masjid: {program: masjid-svc, env: MASJID, grpc: [salaatflow.masjid.v1.MasjidService], file: masjids.db}
hadith: {program: hadith-svc, env: HADITH, grpc: [salaatflow.hadith.v1.HadithService], file: hadith.db}
skills: {program: skills-svc, env: SKILLS, grpc: [salaatflow.skills.v1.SkillService], file: skills.db, secrets: [redis-url, llm-key]}
chat: {program: chat-svc, env: CHAT, grpc: [salaatflow.chat.v1.ChatService], file: chat.db, secrets: [llm-key]}
audit: {program: audit-svc, env: AUDIT, grpc: [salaatflow.audit.v1.AuditService], file: audit.db}
gateway: {program: gateway, env: GATEWAY, secrets: [redis-url]}
{{- end }}

{{- /* The ports inside of a pod. */}}
{{- define "salaatflow.ports" -}}
grpc: 9000
http: 8080
ops: 8081
{{- end }}

{{/*
salaatflow.load completes a dict {root, key} for one program: program, its row of the table above; values, the defaults with
those of the program over them; name and kind, of its objects; ports; and database {engine, secret, key, ddlSecret, ddlKey}, whose
engine is postgresql, sqlite, memory (a single registry) or none (the gateway).
*/}}
{{- define "salaatflow.load" -}}
{{- $root := .root }}
{{- $program := index (include "salaatflow.programs" $root | fromYaml) .key }}
{{- $own := index $root.Values.services .key | default dict }}
{{- $values := mergeOverwrite (deepCopy $root.Values.defaults) (deepCopy $own) }}
{{- $_ := set . "program" $program }}
{{- $_ := set . "values" $values }}
{{- $_ := set . "name" (printf "%s-%s" (include "salaatflow.fullname" $root) $program.program) }}
{{- $_ := set . "ports" (include "salaatflow.ports" $root | fromYaml) }}
{{- $_ := set . "isGateway" (eq .key "gateway") }}
{{- $db := mergeOverwrite (deepCopy $root.Values.database) ($own.database | default dict | deepCopy) }}
{{- $engine := $db.engine }}
{{- if eq .key "gateway" }}{{ $engine = "none" }}{{ end }}
{{- if and (eq .key "registry") (eq $engine "sqlite") }}{{ $engine = "memory" }}{{ end }}
{{- $audited := dig "enabled" $root.Values.defaults.enabled ($root.Values.services.audit | default dict) }}
{{- $ddl := $db.ddl | default dict }}
{{- $_ := set . "database" (dict "engine" $engine "secret" $db.existingSecret "key" $db.key
      "ddlSecret" ($ddl.existingSecret | default $db.existingSecret)
      "ddlKey" (ternary $ddl.key $db.key (not (empty $ddl.existingSecret)))) }}
{{- $_ := set . "most" (int (ternary $values.autoscaling.maxReplicas $values.replicas $values.autoscaling.enabled)) }}
{{- $_ := set . "kind" (ternary "StatefulSet" "Deployment" (and $root.Values.auditOutbox.persistence.enabled $audited)) }}
{{- $_ := set . "least" (int (ternary $values.autoscaling.minReplicas $values.replicas $values.autoscaling.enabled)) }}
{{- end }}

{{- /* Not empty where audit-svc is installed: programs then record for it. */}}
{{- define "salaatflow.audits" -}}
{{- if has "audit" (include "salaatflow.installed" . | fromYamlArray) }}true{{ end }}
{{- end }}

{{- /* The source of the volume for anchors of the audit, as YAML; empty but for audit-svc, and where there is none. */}}
{{- define "salaatflow.anchors" -}}
{{- if and (eq .key "audit") .root.Values.auditAnchors.volume }}{{ toYaml .root.Values.auditAnchors.volume }}{{ end }}
{{- end }}

{{- /* The keys of the programs that are installed, as a YAML list. */}}
{{- define "salaatflow.installed" -}}
{{- range $key := list "registry" "users" "tasks" "masjid" "hadith" "skills" "chat" "audit" "gateway" }}
{{- $ctx := dict "root" $ "key" $key }}{{ include "salaatflow.load" $ctx }}
{{- if $ctx.values.enabled }}
- {{ $key }}
{{- end }}
{{- end }}
{{- end }}
