import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { after } from "node:test";

/** A client's website, of another site than the server's: `localhost` to its `127.0.0.1`. */
export interface Photos {
  readonly origin: string;
  readonly redirect_uri: string;
  readonly app_uri: string;
  readonly post_logout_redirect_uri: string;
  readonly frontchannel_logout_uri: string;
  /** Everything that was asked of it, in order; what a form brought stands behind a `#`. */
  readonly visits: URL[];
}

/** Opens the website for this test file and closes it after. */
export async function openPhotos(): Promise<Photos> {
  const visits: URL[] = [];
  const server = createServer((incoming, outgoing) => {
    void readVisit(incoming).then((visit) => {
      visits.push(visit);
      const { type, body } = pages.get(visit.pathname) ?? nothing;
      return outgoing.writeHead(200, { "content-type": type }).end(body);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Photos has no port.");
  const origin = `http://localhost:${address.port}`;
  return {
    origin,
    redirect_uri: `${origin}/callback`,
    app_uri: `${origin}/app`,
    post_logout_redirect_uri: `${origin}/bye`,
    frontchannel_logout_uri: `${origin}/forget`,
    visits,
  };
}

async function readVisit(incoming: IncomingMessage): Promise<URL> {
  const url = new URL(incoming.url ?? "/", "http://localhost");
  if (incoming.method === "POST") url.hash = await text(incoming);
  return url;
}

const library = new URL(import.meta.resolve("oidc-client-ts/package.json"));

const pages = new Map([
  ["/callback", page("Welcome to Photos")],
  ["/bye", page("See you at Photos")],
  ["/forget", page("Photos forgets you")],
  ["/app", file("text/html", new URL("single-page-app.html", import.meta.url))],
  [
    "/oidc-client-ts.js",
    file("text/javascript", new URL("dist/browser/oidc-client-ts.js", library)),
  ],
]);
const nothing = { type: "text/plain", body: "" };

function page(words: string) {
  return {
    type: "text/html",
    body: `<!doctype html><meta name="color-scheme" content="light dark"><title>Photos</title><h1>${words}</h1>`,
  };
}

function file(type: string, url: URL) {
  return { type, body: readFileSync(url, "utf8") };
}
