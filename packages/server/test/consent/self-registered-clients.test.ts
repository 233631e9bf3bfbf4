import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { registerSelf } from "../operations/registration.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, challengeOf, passConsent, passLogin } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const server = await startTestServer({ "oauth2.registration.mode": "open" });

/** A user allows a client, to be remembered, and is sent to `first`. Says how a request for `later` is met then. */
async function askLater(redirect_uris: readonly string[], first: string, later: string) {
  const { id: client_id } = await registerSelf(server, { client_name: "Photos", redirect_uris });
  const browser = openBrowser(server);
  const reachConsent = async (redirect_uri: string) => {
    const request = { client_id, redirect_uri, response_type: "code", scope: "openid profile" };
    const asked = await authorize(browser, { ...request, state: "where photos was" });
    return passLogin(server, browser, asked, { remember: true });
  };
  await passConsent(server, browser, await reachConsent(first), { remember: true });
  const consent_challenge = challengeOf(await reachConsent(later), "consent");
  const { skip, granted_before } = await server.latchkey.getConsentRequest({ consent_challenge });
  return { skip, granted_before };
}

describe("a remembered consent to a client that registered itself", () => {
  const [good, bad] = ["https://photos.example/cb", "https://mallory.example/cb"];

  it("is for the redirect URI that the user was shown", async () => {
    assert.equal((await askLater([good, bad], good, good)).skip, true);
    const askedAgain = { skip: false, granted_before: undefined };
    assert.deepEqual(await askLater([good, bad], good, bad), askedAgain);
  });

  it("is for every port of a loopback address", async () => {
    const loopback = "http://127.0.0.1/cb";
    const [one, other] = ["http://127.0.0.1:5001/cb", "http://127.0.0.1:5002/cb"];
    assert.equal((await askLater([loopback], one, other)).skip, true);
  });
});
