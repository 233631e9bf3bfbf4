import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type SampleRequest, samples } from "./samples.js";

const key = { variable: "LATCHKEY_API_KEY", prefix: "Bearer " };
const create: SampleRequest = {
  method: "POST",
  url: "http://127.0.0.1:4445/clients",
  headers: [
    ["Authorization", key],
    ["Content-Type", "application/json"],
  ],
  form: [],
  json: '{"client_name": "Alice\'s \\"Photos\\""}',
};
const token: SampleRequest = {
  method: "POST",
  url: "http://127.0.0.1:4444/oauth2/token",
  headers: [],
  form: [
    ["grant_type", "client_credentials"],
    ["client_secret", { variable: "CLIENT_SECRET" }],
  ],
  json: undefined,
};

describe("a code sample", () => {
  it("is there in five languages", () => {
    assert.deepEqual(Object.keys(samples), ["curl", "TypeScript", "Python", "Go", "Java"]);
  });

  it("of curl quotes texts for the shell, and reads secrets from variables", () => {
    assert.equal(
      samples["curl"]?.(create),
      String.raw`curl -X POST 'http://127.0.0.1:4445/clients' -H "Authorization: Bearer $LATCHKEY_API_KEY" -H 'Content-Type: application/json' -d '{"client_name": "Alice'\''s \"Photos\""}'`,
    );
    assert.equal(
      samples["curl"]?.(token),
      `curl -X POST 'http://127.0.0.1:4444/oauth2/token' --data-urlencode 'grant_type=client_credentials' --data-urlencode "client_secret=$CLIENT_SECRET"`,
    );
  });

  it("in TypeScript sends JSON and forms with fetch, and reads secrets from the environment", () => {
    assert.equal(
      samples["TypeScript"]?.(create),
      `const response = await fetch("http://127.0.0.1:4445/clients", {
  method: "POST",
  headers: {
    "Authorization": \`Bearer \${process.env.LATCHKEY_API_KEY}\`,
    "Content-Type": "application/json",
  },
  body: JSON.stringify({"client_name": "Alice's \\"Photos\\""}),
});
console.log(response.status, await response.text());`,
    );
    assert.match(samples["TypeScript"]?.(token) ?? "", /process\.env\.CLIENT_SECRET \?\? "",/);
  });

  it("in Python sends forms with requests, and reads secrets from the environment", () => {
    assert.equal(
      samples["Python"]?.(token),
      `import os

import requests

response = requests.request(
    "POST",
    "http://127.0.0.1:4444/oauth2/token",
    data={
        "grant_type": "client_credentials",
        "client_secret": os.environ["CLIENT_SECRET"],
    },
)
print(response.status_code, response.text)`,
    );
    assert.match(
      samples["Python"]?.(create) ?? "",
      /"Bearer " \+ os\.environ\["LATCHKEY_API_KEY"\]/,
    );
  });

  it("in Go sends forms with net/http, and reads secrets from the environment", () => {
    assert.equal(
      samples["Go"]?.(token),
      `package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
)

func main() {
	form := url.Values{}
	form.Set("grant_type", "client_credentials")
	form.Set("client_secret", os.Getenv("CLIENT_SECRET"))
	request, err := http.NewRequest("POST", "http://127.0.0.1:4444/oauth2/token", strings.NewReader(form.Encode()))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	fmt.Println(response.StatusCode, string(text))
}`,
    );
  });

  it("in Java sends JSON and forms with HttpClient, and reads secrets from the environment", () => {
    assert.equal(
      samples["Java"]?.(create),
      `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

class Sample {
  public static void main(String[] args) throws Exception {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:4445/clients"))
        .method("POST", HttpRequest.BodyPublishers.ofString("{\\"client_name\\": \\"Alice's \\\\\\"Photos\\\\\\"\\"}"))
        .header("Authorization", "Bearer " + System.getenv("LATCHKEY_API_KEY"))
        .header("Content-Type", "application/json")
        .build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.statusCode() + " " + response.body());
  }
}`,
    );
    assert.match(
      samples["Java"]?.(token) ?? "",
      /"client_secret=" \+ URLEncoder\.encode\(System\.getenv\("CLIENT_SECRET"\), StandardCharsets\.UTF_8\)/,
    );
  });
});
