// Every list, with what oapi-codegen has generated.

package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"reflect"
	"strings"

	"example/register"
)

func connect() *register.ClientWithResponses {
	sign := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Ocp-Apim-Subscription-Key", "my-key")
		return nil
	}
	client, err := register.NewClientWithResponses("http://127.0.0.1:8080/javni", register.WithRequestEditorFn(sign))
	if err != nil {
		log.Fatal(err)
	}
	return client
}

func main() {
	client := reflect.ValueOf(connect())
	for index := range client.NumMethod() {
		if !strings.HasSuffix(client.Type().Method(index).Name, "ListWithResponse") {
			continue
		}
		list := client.Method(index)
		given := reflect.New(list.Type().In(1).Elem())
		// `/subjekt/` describes its offset as text.
		if offset := given.Elem().FieldByName("Offset"); offset.IsValid() && offset.Kind() == reflect.String {
			offset.SetString("0")
		}
		answers := list.Call([]reflect.Value{reflect.ValueOf(context.Background()), given})
		if err, failed := answers[1].Interface().(error); failed {
			log.Fatal(err)
		}
		answer := answers[0].Elem()
		path := answer.FieldByName("HTTPResponse").Interface().(*http.Response).Request.URL.Path
		rows := answer.FieldByName("JSON200").Interface()
		json.NewEncoder(os.Stdout).Encode(map[string]any{"list": strings.Split(path, "/")[2], "rows": rows})
	}
}
