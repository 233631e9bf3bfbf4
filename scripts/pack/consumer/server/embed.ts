import { openApiJson } from "@latchkey/openapi";
import { loadConfig, type RunningServer, startServer } from "@latchkey/server";
import { html, render } from "@latchkey/sign-in";

export async function embed(): Promise<RunningServer> {
  const loaded = loadConfig({ flags: { dsn: "memory" } });
  if (!loaded.ok) throw new Error("The settings have mistakes.");
  return startServer(loaded.value.config);
}

export const pages: readonly string[] = [openApiJson, render(html`<p>Hello</p>`)];
