// Calls a running service by the client that oapi-codegen makes.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"parley.test/caller/client"
)

func main() {
	withKey := client.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("PARLEY_API_KEY"))
		return nil
	})
	parley, err := client.NewClientWithResponses(os.Getenv("PARLEY_URL"), withKey)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	key := client.IdempotencyKey(fmt.Sprintf("generated-%d", os.Getpid()))
	made, err := parley.CreateMeetingWithResponse(ctx, &client.CreateMeetingParams{IdempotencyKey: key},
		client.CreateMeeting{Title: "Generated"})
	if err != nil || made.JSON201 == nil {
		log.Fatal(err, made)
	}
	read, err := parley.ReadMeetingWithResponse(ctx, made.JSON201.MeetingRef, nil)
	if err != nil || read.JSON200 == nil || read.JSON200.Title != "Generated" {
		log.Fatal(err, read)
	}
}
