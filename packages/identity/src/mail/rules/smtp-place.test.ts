import assert from "node:assert/strict";
import { test } from "node:test";
import { smtpPlaceOf } from "./smtp-place.ts";

test("a connection uses TLS, except to this machine or where the operator says so", () => {
  const rows: readonly (readonly [string, "required" | "optional", object])[] = [
    [
      "smtp://smtp.example",
      "required",
      { host: "smtp.example", port: 587, secure: false, requireTLS: true },
    ],
    [
      "smtp://relay.internal:25",
      "optional",
      { host: "relay.internal", port: 25, secure: false, requireTLS: false },
    ],
    [
      "smtps://smtp.example",
      "required",
      { host: "smtp.example", port: 465, secure: true, requireTLS: false },
    ],
    [
      "smtp://localhost:1025",
      "required",
      { host: "localhost", port: 1025, secure: false, requireTLS: false },
    ],
    ["smtp://[::1]:25", "required", { host: "::1", port: 25, secure: false, requireTLS: false }],
    [
      "smtp://127.0.0.1.example:25",
      "required",
      { host: "127.0.0.1.example", port: 25, secure: false, requireTLS: true },
    ],
    [
      "smtp://alice%40wonderland:p%40ss%3Aword@smtp.example",
      "required",
      {
        host: "smtp.example",
        port: 587,
        secure: false,
        requireTLS: true,
        auth: { user: "alice@wonderland", pass: "p@ss:word" },
      },
    ],
    [
      "smtp://alice:100%@smtp.example",
      "required",
      {
        host: "smtp.example",
        port: 587,
        secure: false,
        requireTLS: true,
        auth: { user: "alice", pass: "100%" },
      },
    ],
  ];
  for (const [url, starttls, expected] of rows)
    assert.deepEqual(smtpPlaceOf(url, starttls), expected, url);
});
