import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createProtection } from "@latchkey/protect";
import { requireToken, serveMetadata, tokenOf } from "@latchkey/protect/express";

export interface ApiOptions {
  /** Who issues the tokens. */
  readonly issuer: string;
  /** The URL of this API, which is the audience of its tokens. */
  readonly resource: string;
}

const photos = ["cheshire-cat.jpg", "white-rabbit.jpg"];

/** Creates the request handler of the API. Tokens are verified with the published keys of the issuer. */
export function createApi({ issuer, resource }: ApiOptions): RequestListener {
  const protection = createProtection({
    issuer,
    resource,
    scopes_supported: ["photos.read", "photos.write"],
  });
  const metadata = serveMetadata(protection);
  const routes: Record<string, { scope: string; answer: Answer }> = {
    "GET /photos": { scope: "photos.read", answer: listPhotos },
    "DELETE /photos": { scope: "photos.write", answer: deletePhotos },
  };
  return (request, response) => {
    metadata(request, response, () => {
      const url = URL.parse(request.url ?? "/", resource); // A caller may send anything, such as //.
      const route = routes[`${request.method} ${url?.pathname}`];
      if (route === undefined) {
        response.writeHead(404).end();
        return;
      }
      const { scope, answer } = route;
      requireToken(protection, { scope })(request, response, () => answer(request, response));
    });
  };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

function listPhotos(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ owner: tokenOf(request).subject, photos }));
}

function deletePhotos(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204).end();
}
