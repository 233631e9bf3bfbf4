import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { basic } from "@latchkey/client";
import { followGuide, type RunningGuide } from "./support/follow-guide.ts";

const page = "docs/guides/api.md";

describe(`the API of ${page}`, () => {
  let guide: RunningGuide;
  before(async () => {
    guide = await followGuide({ page, example: "examples/api", packed: true });
  });
  after(() => guide?.stop());

  /** Calls the API, with a token for these scopes and this audience. */
  async function call(scope: string, audience: string, init: RequestInit = {}): Promise<Response> {
    const { access_token } = await guide.latchkey.client.oauth2Token(
      { grant_type: "client_credentials", scope, audience },
      { authorization: basic("albums-backup", "a-secret-for-this-tour") },
    );
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${access_token}`);
    return fetch(`${guide.app_url}/albums`, { ...init, headers });
  }

  it("answers as the page shows", () => guide.call());

  it("stores what the owner of the token sends", async () => {
    const response = await call("photos.write", "https://api.photos.example", {
      method: "POST",
      body: JSON.stringify({ title: "Tea party" }),
      headers: { "content-type": "application/json" },
    });
    assert.equal(response.status, 201);
    assert.deepEqual(await response.json(), { owner: "albums-backup", albums: ["Tea party"] });
  });

  it("tells a client without a token where to get one", async () => {
    const response = await fetch(`${guide.app_url}/albums`);
    assert.equal(response.status, 401);
    assert.match(response.headers.get("www-authenticate") ?? "", /resource_metadata=/);
    const metadata = await fetch(`${guide.app_url}/.well-known/oauth-protected-resource`);
    const { authorization_servers } = Object(await metadata.json());
    assert.deepEqual(authorization_servers, [guide.latchkey.issuer]);
  });
});
