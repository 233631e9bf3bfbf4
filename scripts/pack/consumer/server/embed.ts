import { openApiJson } from "@latchkey/openapi";
import { loadConfig, type RunningServer, startServer } from "@latchkey/server";
import { html, render } from "@latchkey/sign-in";
import { startTestServer, type TestServer } from "@latchkey/testing";

export async function embed(): Promise<RunningServer> {
  const loaded = loadConfig({ flags: { dsn: "memory" } });
  if (!loaded.ok) throw new Error("The settings have mistakes.");
  return startServer(loaded.value.config);
}

export function startForTests(): Promise<TestServer> {
  return startTestServer({ listen: false });
}

export const pages: readonly string[] = [openApiJson, render(html`<p>Hello</p>`)];
