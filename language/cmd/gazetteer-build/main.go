// Gazetteer-build writes the places of the world as language/gazetteer/world reads them, from the lists of GeoNames. tools/gazetteer gets
// those and runs it.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"

	"github.com/salaatflow/platform/language/gazetteer/world"
)

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: gazetteer-build CITIES.txt ADMIN1.json URDU.csv PLACES.bin.gz")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, "gazetteer-build:", err)
		os.Exit(1)
	}
}

func run(cities, regions, urdu, out string) error {
	s := source{}
	if err := s.readRegions(regions); err != nil {
		return err
	}
	if err := s.readUrdu(urdu); err != nil {
		return err
	}
	entries, err := s.readCities(cities)
	if err != nil {
		return err
	}
	file, err := world.Encode(entries)
	if err != nil {
		return err
	}
	fmt.Printf("%d places, %d bytes\n", len(entries), len(file))
	packed, err := pack(file)
	if err != nil {
		return err
	}
	return os.WriteFile(out, packed, 0o644)
}

// pack compresses a file as much as can be.
func pack(file []byte) ([]byte, error) {
	var packed bytes.Buffer
	writer, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := writer.Write(file); err != nil {
		return nil, err
	}
	if err := writer.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}
