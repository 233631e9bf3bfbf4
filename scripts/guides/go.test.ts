import { describeWebApp } from "./support/describe-web-app.ts";

describeWebApp({
  page: "docs/guides/go.md",
  example: "examples/go",
  tools: { go: "Install Go 1.25 or later, from https://go.dev/dl." },
});
