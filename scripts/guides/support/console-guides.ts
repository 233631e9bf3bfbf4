import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../packages/cli/test/docs/block.ts";

/** Where the console reads the code of the guides. */
export const CONSOLE_GUIDES = "packages/console/src/pages/clients/guides.json";

/** The kind of client that a guide is for, and the file in which the client's own values are. */
const GUIDES = [
  { title: "Express", kind: "web", page: "express", file: "app.js" },
  { title: "Fastify", kind: "web", page: "fastify", file: "app.js" },
  { title: "Hono", kind: "web", page: "hono", file: "app.js" },
  { title: "Next.js", kind: "web", page: "nextjs", file: "lib/auth.js" },
  { title: "SvelteKit", kind: "web", page: "sveltekit", file: "src/lib/server/auth.js" },
  { title: "JavaScript", kind: "public", page: "spa", file: "app.js" },
  { title: "React", kind: "public", page: "react", file: "src/main.jsx" },
  { title: "Electron", kind: "public", page: "electron", file: "sign-in.js" },
  { title: "Node", kind: "machine", page: "machine", file: "backup.js" },
] as const;

/** The code of the guides as JSON, with placeholders for the values of a client. */
export function consoleGuides(): string {
  const guides = GUIDES.map((guide) => {
    const path = `examples/${guide.page}/${guide.file}`;
    const code = readFileSync(join(root, path), "utf8");
    return { ...guide, code: withPlaceholders(code, path) };
  });
  return `${JSON.stringify(guides, undefined, 2)}\n`;
}

/** Replaces the values of the example's client: `"photos"` by `{{client_id}}`. */
export function withPlaceholders(code: string, path: string): string {
  const filled = code
    .replace(/(\bISSUER =\s*(?:process\.env\.ISSUER \?\? )?)"[^"]*"/, "$1{{issuer}}")
    .replace(/(\bCLIENT_ID =\s*(?:process\.env\.CLIENT_ID \?\? )?)"[^"]*"/, "$1{{client_id}}")
    .replace(
      /(\bREDIRECT_URI =\s*(?:process\.env\.REDIRECT_URI \?\? )?)`[^`]*`/,
      "$1{{redirect_uri}}",
    );
  for (const name of ["issuer", "client_id"]) {
    if (!filled.includes(`{{${name}}}`)) throw new Error(`${path} has no place for the ${name}.`);
  }
  return filled;
}
