import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { after, before, describe, it } from "node:test";
import { type PreparedGuide, prepareGuide } from "./support/follow-guide.ts";

const page = "docs/guides/machine.md";

describe(`the program of ${page}`, () => {
  let guide: PreparedGuide;
  let api: Server;
  let isFirstTokenRefused = false;
  const tokens: string[] = [];

  before(async () => {
    api = createServer((request, response) => {
      tokens.push(request.headers.authorization?.replace("Bearer ", "") ?? "");
      if (isFirstTokenRefused && tokens.length === 1) response.writeHead(401).end();
      else response.end(JSON.stringify({ owner: "backup", albums: [] }));
    }).listen(0, "127.0.0.1");
    await once(api, "listening");
    const address = api.address();
    assert.ok(address !== null && typeof address === "object");
    const env = { API_URL: `http://127.0.0.1:${address.port}/albums` };
    guide = await prepareGuide({ page, example: "examples/machine", packed: true, env });
  });
  after(async () => {
    api.close();
    await guide?.stop();
  });

  it("calls the API with a token for it, as the page shows", async () => {
    tokens.length = 0;
    await guide.call();
    assert.equal(tokens.length, 2, "one of the program, and one of the shell script");
    for (const token of tokens) {
      const facts = await guide.latchkey.client.introspectOAuth2Token({ token });
      assert.ok(facts.active);
      const { client_id, scope, aud } = facts;
      assert.deepEqual(
        { client_id, scope, aud },
        { client_id: "backup", scope: "photos.read", aud: ["https://api.photos.example"] },
      );
    }
  });

  it("gets another token when the API refuses the first", async () => {
    tokens.length = 0;
    isFirstTokenRefused = true;
    await guide.call();
    assert.equal(new Set(tokens).size, 3, "two of the program, and one of the shell script");
  });
});
