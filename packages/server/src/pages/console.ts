import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { consoleFiles, consolePages, type Operation } from "@latchkey/api";
import { openerIsolated, securityHeaders } from "@latchkey/sign-in";
import { fromPage } from "../flows/page-response.ts";
import type { Request } from "../http/request.ts";
import { createJsonErrorRenderer } from "../http/failure.ts";
import { oauthError, type Response } from "../http/response.ts";
import type { Route } from "../http/router.ts";

const BUILT = new URL("dist/", import.meta.resolve("@latchkey/console/package.json"));

/** The routes of the console. They need no API key, since the files contain no data: the console calls the admin API for that. */
export function consoleRoutes(
  served: ReadonlySet<string>,
  directory: URL = BUILT,
): readonly Route[] {
  const assets = new Map<string, Response>(); // Only files that exist, so requests cannot fill it.
  const serveAsset = async ({ params }: Request): Promise<Response> => {
    const name = params["file"] ?? "";
    const cached = assets.get(name);
    if (cached !== undefined) return cached;
    const asset = await readAsset(directory, name);
    if (asset === undefined) return missing;
    assets.set(name, asset);
    return asset;
  };
  return [
    ...Object.values(consolePages).map((shown) =>
      route(shown, () => readDocument(served, directory)),
    ),
    route(consoleFiles.consoleAssets, serveAsset),
  ];
}

const error_renderer = createJsonErrorRenderer();

function route(shown: Operation, answer: Route["answer"]): Route {
  return { ...shown, name: shown.path, error_renderer, answer };
}

/** The page says which operations the server has, so that the console shows no others. */
async function readDocument(served: ReadonlySet<string>, directory: URL): Promise<Response> {
  const nonce = randomBytes(16).toString("base64url");
  const document = await readIfExists(new URL("index.html", directory));
  if (document === undefined) return notBuilt;
  return page(
    200,
    document.replaceAll("{{nonce}}", nonce).replace("{{operations}}", [...served].join(" ")),
    `'self' 'nonce-${nonce}'`,
  );
}

/** Names of assets change with their content, so browsers may cache them indefinitely. */
async function readAsset(directory: URL, name: string): Promise<Response | undefined> {
  const type = types.get(/\.\w+$/.exec(name)?.[0] ?? "");
  if (type === undefined || !SAFE_NAME.test(name)) return undefined;
  const body = await readIfExists(new URL(`assets/${name}`, directory));
  if (body === undefined) return undefined;
  const headers = {
    "Content-Type": type,
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
  };
  return { status: 200, headers, body };
}

const SAFE_NAME = /^[\w-][\w.-]*$/;
const types = new Map([
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".svg", "image/svg+xml"],
]);

async function readIfExists(url: URL): Promise<string | undefined> {
  try {
    return await readFile(url, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function page(status: number, body: string, style: string): Response {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${style}`,
    // Icons of integrations and workspaces, which operators set.
    "img-src 'self' https: data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  const headers = {
    ...securityHeaders,
    ...openerIsolated,
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": policy.join("; "),
  };
  return fromPage({ status, headers, body });
}

const notBuilt = page(
  503,
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>Latchkey</title><h1>The console is not built yet</h1>
<p>Run <code>npm run build</code> in the folder of the repository, then load this page again. Where that lacks its
development dependencies, <code>npm ci</code> installs them and builds the console.</p></html>
`,
  "'none'",
);

const missing = oauthError({
  error: "not_found",
  error_description: "There is no such file in the console.",
});
