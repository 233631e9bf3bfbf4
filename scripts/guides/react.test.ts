import { describeBrowserApp } from "./support/describe-browser-app.ts";

await describeBrowserApp({ page: "docs/guides/react.md", example: "examples/react", packed: true });
