package forms

// Grammar are words of which the form decides, where what they stand for does not: they have one form or two.
type Grammar struct {
	Is            Set     `yaml:"is"`
	Be            Set     `yaml:"be"`
	To            Set     `yaml:"to"`
	It            Set     `yaml:"it"`
	One           Set     `yaml:"one"`
	We            Set     `yaml:"we"`
	You           Set     `yaml:"you"`
	Want          Set     `yaml:"want"`
	Must          Set     `yaml:"must"`
	CanWe         Set     `yaml:"canwe"`
	Read          Set     `yaml:"read"`
	I             Affixes `yaml:"i"`
	Task          Set     `yaml:"task"`
	Tasks         Set     `yaml:"tasks"`
	PluralEndings Affixes `yaml:"pluralendings"`
	Gerunds       Affixes `yaml:"gerunds"`
	NumberSigns   Set     `yaml:"numbersigns"`
	InPlace       Runs    `yaml:"inplace"`
	Izafat        Set     `yaml:"izafat"`
	Back          Set     `yaml:"back"`
	Still         Set     `yaml:"still"`
	Around        Set     `yaml:"around"`
	PartOfName    Set     `yaml:"partofname"` // with what a place is called, before its name
	Placed        Set     `yaml:"placed"`
	Travelling    Set     `yaml:"travelling"`
	Visiting      Set     `yaml:"visiting"`
	There         Set     `yaml:"there"`
	Per           Set     `yaml:"per"`
	Limit         Set     `yaml:"limit"`
	Reading       Set     `yaml:"reading"`
	Town          Set     `yaml:"town"`
}
