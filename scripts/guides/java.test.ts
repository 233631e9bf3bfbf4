import { describeWebApp } from "./support/describe-web-app.ts";

describeWebApp({
  page: "docs/guides/java.md",
  example: "examples/java",
  tools: {
    java: "Install a JDK, version 17 or later, from https://adoptium.net.",
    mvn: "Install Maven 3.6.3 or later, from https://maven.apache.org.",
  },
});
