package cli

// mostCells bounds the comparison of two texts. Longer ones are shown as a whole.
const mostCells = 1 << 22

// diffLines returns the lines that differ between two texts, with "- " before those that are gone and "+ " before those that
// are new. Lines that stay are left out, except for an ellipsis between two places.
func diffLines(before, after []string) []string {
	for len(before) > 0 && len(after) > 0 && before[0] == after[0] {
		before, after = before[1:], after[1:]
	}
	for len(before) > 0 && len(after) > 0 && before[len(before)-1] == after[len(after)-1] {
		before, after = before[:len(before)-1], after[:len(after)-1]
	}
	var lines []string
	if len(before)*len(after) > mostCells {
		return append(marked(lines, "- ", before), marked(nil, "+ ", after)...)
	}
	common := longestCommon(before, after)
	i, j := 0, 0
	for i < len(before) || j < len(after) {
		switch {
		case i < len(before) && j < len(after) && before[i] == after[j]:
			if n := len(lines); n > 0 && lines[n-1] != "  …" {
				lines = append(lines, "  …")
			}
			i, j = i+1, j+1
		case j == len(after) || i < len(before) && common[i+1][j] >= common[i][j+1]:
			lines = append(lines, "- "+before[i])
			i++
		default:
			lines = append(lines, "+ "+after[j])
			j++
		}
	}
	return lines
}

func marked(lines []string, mark string, text []string) []string {
	for _, line := range text {
		lines = append(lines, mark+line)
	}
	return lines
}

// longestCommon returns the length of the longest common subsequence of the ends of two texts from each pair of lines.
func longestCommon(before, after []string) [][]int32 {
	table := make([][]int32, len(before)+1)
	for i := range table {
		table[i] = make([]int32, len(after)+1)
	}
	for i := len(before) - 1; i >= 0; i-- {
		for j := len(after) - 1; j >= 0; j-- {
			if before[i] == after[j] {
				table[i][j] = table[i+1][j+1] + 1
			} else {
				table[i][j] = max(table[i+1][j], table[i][j+1])
			}
		}
	}
	return table
}
