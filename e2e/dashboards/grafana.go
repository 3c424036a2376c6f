package main

// The part of Grafana's dashboard model (schema version 39, Grafana 10.4 and later) that the dashboards use.
type (
	dashboard struct {
		UID           string         `json:"uid"`
		Title         string         `json:"title"`
		Description   string         `json:"description"`
		Tags          []string       `json:"tags"`
		SchemaVersion int            `json:"schemaVersion"`
		Editable      bool           `json:"editable"`
		GraphTooltip  int            `json:"graphTooltip"` // 1: one cross hair for all panels
		Refresh       string         `json:"refresh"`
		Time          span           `json:"time"`
		Templating    templating     `json:"templating"`
		Links         []link         `json:"links"`
		Panels        []grafanaPanel `json:"panels"`
	}
	span struct {
		From string `json:"from"`
		To   string `json:"to"`
	}
	templating struct {
		List []variable `json:"list"`
	}
	variable struct {
		Name  string `json:"name"`
		Label string `json:"label"`
		Type  string `json:"type"`
		Query string `json:"query"`
	}
	link struct {
		Title       string   `json:"title"`
		Type        string   `json:"type"`
		Tags        []string `json:"tags"`
		AsDropdown  bool     `json:"asDropdown"`
		IncludeVars bool     `json:"includeVars"`
		KeepTime    bool     `json:"keepTime"`
	}
	datasource struct {
		Type string `json:"type"`
		UID  string `json:"uid"`
	}
	grafanaPanel struct {
		ID          int         `json:"id"`
		Type        string      `json:"type"`
		Title       string      `json:"title"`
		Description string      `json:"description,omitempty"`
		GridPos     gridPos     `json:"gridPos"`
		Datasource  *datasource `json:"datasource,omitempty"`
		FieldConfig fieldConfig `json:"fieldConfig"`
		Options     options     `json:"options"`
		Targets     []target    `json:"targets,omitempty"`
	}
	gridPos struct {
		X int `json:"x"`
		Y int `json:"y"`
		W int `json:"w"`
		H int `json:"h"`
	}
	fieldConfig struct {
		Defaults fieldDefaults `json:"defaults"`
		// Grafana wants the list, even empty.
		Overrides []struct{} `json:"overrides"`
	}
	fieldDefaults struct {
		Unit       string      `json:"unit,omitempty"`
		Min        *float64    `json:"min,omitempty"`
		Thresholds *thresholds `json:"thresholds,omitempty"`
	}
	thresholds struct {
		Mode  string `json:"mode"`
		Steps []step `json:"steps"`
	}
	step struct {
		Color string   `json:"color"`
		Value *float64 `json:"value"`
	}
	options struct {
		Legend        *legend        `json:"legend,omitempty"`
		Tooltip       *tooltip       `json:"tooltip,omitempty"`
		ReduceOptions *reduceOptions `json:"reduceOptions,omitempty"`
		ColorMode     string         `json:"colorMode,omitempty"`
	}
	legend struct {
		DisplayMode string   `json:"displayMode"`
		Placement   string   `json:"placement"`
		Calcs       []string `json:"calcs"`
	}
	tooltip struct {
		Mode string `json:"mode"`
		Sort string `json:"sort"`
	}
	reduceOptions struct {
		Calcs []string `json:"calcs"`
	}
	target struct {
		RefID        string     `json:"refId"`
		Datasource   datasource `json:"datasource"`
		Expr         string     `json:"expr"`
		LegendFormat string     `json:"legendFormat"`
		Exemplar     bool       `json:"exemplar"`
	}
)

const columns = 24 // of Grafana's grid

var prometheus = datasource{Type: "prometheus", UID: "${datasource}"}

// dashboard lays the rows of a board out, each panel as wide as the others of its row.
func (b board) dashboard() dashboard {
	d := dashboard{
		UID: b.uid, Title: b.title, Description: b.description, Tags: []string{"salaatflow"}, SchemaVersion: 39, Editable: true,
		GraphTooltip: 1, Refresh: "30s", Time: span{"now-3h", "now"},
		Templating: templating{[]variable{{Name: "datasource", Label: "Prometheus", Type: "datasource", Query: "prometheus"}}},
		Links: []link{{
			Title: "SalaatFlow", Type: "dashboards", Tags: []string{"salaatflow"}, AsDropdown: true, IncludeVars: true, KeepTime: true,
		}},
	}
	y := 0
	for _, r := range b.rows {
		d.Panels = append(d.Panels, grafanaPanel{
			ID: len(d.Panels) + 1, Type: "row", Title: r.title, GridPos: gridPos{0, y, columns, 1},
			FieldConfig: fieldConfig{Overrides: []struct{}{}},
		})
		y++
		width, height := columns/len(r.panels), 8
		for i, p := range r.panels {
			if p.stat {
				height = 4
			}
			d.Panels = append(d.Panels, p.grafana(len(d.Panels)+1, gridPos{i * width, y, width, height}))
		}
		y += height
	}
	return d
}

func (p panel) grafana(id int, place gridPos) grafanaPanel {
	zero := 0.0
	g := grafanaPanel{
		ID: id, Type: "timeseries", Title: p.title, Description: p.description, GridPos: place, Datasource: &prometheus,
		FieldConfig: fieldConfig{Defaults: fieldDefaults{Unit: p.unit, Min: &zero}, Overrides: []struct{}{}},
		Options: options{
			Legend:  &legend{DisplayMode: "table", Placement: "bottom", Calcs: []string{"lastNotNull", "max"}},
			Tooltip: &tooltip{Mode: "multi", Sort: "desc"},
		},
	}
	if p.stat {
		g.Type, g.Options = "stat", options{ReduceOptions: &reduceOptions{Calcs: []string{"lastNotNull"}}, ColorMode: "value"}
		if p.bad != 0 {
			bad := p.bad
			g.FieldConfig.Defaults.Thresholds = &thresholds{"absolute", []step{{Color: "green"}, {Color: "red", Value: &bad}}}
		}
	}
	for i, q := range p.queries {
		g.Targets = append(g.Targets, target{
			RefID: string(rune('A' + i)), Datasource: prometheus, Expr: q.expr, LegendFormat: q.legend, Exemplar: p.exemplars,
		})
	}
	return g
}
