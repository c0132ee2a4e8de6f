// Package vectors reads the cases that the SDKs of all languages share, for their tests.
package vectors

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"google.golang.org/protobuf/proto"
)

// Read fills the value from a file of clients/vectors. Where there is no such folder, as in a copy of
// the SDK alone, the test is skipped, but never where CI=true.
func Read(t *testing.T, file string, value any) {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	folder := filepath.Join(filepath.Dir(here), "..", "..", "..", "vectors")
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) && os.Getenv("CI") != "true" {
		t.Skipf("no shared vectors: %v", err)
	}
	text, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, value); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// Message fills a message from its bytes; JSON has them in base64.
func Message(t *testing.T, bytes []byte, message proto.Message) {
	t.Helper()
	if err := proto.Unmarshal(bytes, message); err != nil {
		t.Fatal(err)
	}
}

// Decisions checks that a bot decides as the bots of all languages do.
func Decisions[O, A proto.Message](t *testing.T, name string, act func(O) (A, error)) {
	t.Helper()
	var file struct {
		Cases []struct {
			Name        string
			Observation []byte `json:"observation_base64"`
			Action      []byte `json:"action_base64"`
		}
	}
	Read(t, name, &file)
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			observation, want := fresh[O](), fresh[A]()
			Message(t, c.Observation, observation)
			Message(t, c.Action, want)
			got, err := act(observation)
			if err != nil || !proto.Equal(got, want) {
				t.Errorf("got %v, %v; want %v", got, err, want)
			}
		})
	}
}

// fresh returns an empty message of a type.
func fresh[M proto.Message]() M {
	var none M
	return none.ProtoReflect().New().Interface().(M)
}
