module github.com/salaatflow/platform/masjid-svc

go 1.26.0

require github.com/hablullah/go-hijri v1.0.2

require github.com/hablullah/go-juliandays v1.0.0 // indirect
