// Calls the recipes with each request that is given, and prints which of them they take.
package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"net/http"
	"os"

	"example.com/receiver/hooks"
)

type asked struct {
	Secret   string
	Key      []byte
	Requests []struct {
		Headers map[string]string
		Body    string
	}
}

func main() {
	var given asked
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	var taken [][2]bool
	for _, one := range given.Requests {
		request, err := http.NewRequest(http.MethodPost, "/", bytes.NewBufferString(one.Body))
		if err != nil {
			panic(err)
		}
		for name, value := range one.Headers {
			request.Header.Set(name, value)
		}
		body, err := hooks.Body(given.Secret, request)
		bySecret := err == nil && string(body) == one.Body
		byKey := hooks.SignedByKey([]ed25519.PublicKey{given.Key}, []byte(one.Body), request.Header)
		taken = append(taken, [2]bool{bySecret, byKey})
	}
	json.NewEncoder(os.Stdout).Encode(taken)
}
