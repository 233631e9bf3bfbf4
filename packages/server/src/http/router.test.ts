import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createJsonErrorRenderer } from "./failure.ts";
import { createRouter, type Match, type Route } from "./router.ts";

const route = (method: Route["method"], path: string, cors: Route["cors"] = "none"): Route => ({
  name: `${method} ${path}`,
  method,
  path,
  access: "open",
  role: null,
  cors,
  stores_before_authentication: false,
  probe: null,
  error_renderer: createJsonErrorRenderer(),
  answer: () => ({ status: 200, headers: {}, body: "" }),
});

const match = createRouter([
  route("GET", "/clients"),
  route("POST", "/clients"),
  route("GET", "/clients/{id}"),
  route("DELETE", "/clients/{id}"),
  route("GET", "/keys/{set}/{kid}"),
  route("GET", "/keys/{set}/all"),
  route("POST", "/oauth2/token", "clients"),
]);

function describeMatch(found: Match): string {
  switch (found.kind) {
    case "found":
      return `${found.route.name} ${JSON.stringify(found.params)}`;
    case "options":
    case "wrong_method":
      return `${found.kind} ${found.pattern}: ${found.allow}`;
    case "other_slashes":
      return `other_slashes ${found.path}`;
    case "malformed":
    case "unknown":
      return found.kind;
  }
}

describe("a router", () => {
  const table: [string, string, string][] = [
    ["GET", "/clients", "GET /clients {}"],
    ["POST", "/clients", "POST /clients {}"],
    ["HEAD", "/clients", "GET /clients {}"],
    ["GET", "/clients/photos", 'GET /clients/{id} {"id":"photos"}'],
    ["GET", "/clients/a%2Fb%20c", 'GET /clients/{id} {"id":"a/b c"}'],
    ["GET", "/clients/{id}", 'GET /clients/{id} {"id":"{id}"}'],
    ["GET", "/clients/__proto__", 'GET /clients/{id} {"id":"__proto__"}'],
    ["GET", "/keys/tls/1", 'GET /keys/{set}/{kid} {"set":"tls","kid":"1"}'],
    ["GET", "/keys/tls/all", 'GET /keys/{set}/all {"set":"tls"}'],
    ["GET", "/clients/%zz", "malformed"],
    ["GET", "/clients/%ff", "malformed"],
    ["PUT", "/clients", "wrong_method /clients: GET, HEAD, OPTIONS, POST"],
    ["GET", "/oauth2/token", "wrong_method /oauth2/token: OPTIONS, POST"],
    ["HEAD", "/oauth2/token", "wrong_method /oauth2/token: OPTIONS, POST"],
    ["OPTIONS", "/clients/photos", "options /clients/{id}: DELETE, GET, HEAD, OPTIONS"],
    ["GET", "/clients/", "other_slashes /clients"],
    ["POST", "/oauth2/token/", "other_slashes /oauth2/token"],
    ["GET", "/clients/photos/", "other_slashes /clients/photos"],
    ["GET", "//clients", "other_slashes /clients"],
    ["POST", "///oauth2/token/", "other_slashes /oauth2/token"],
    ["GET", "//clients/photos", "other_slashes /clients/photos"],
    ["GET", "/clients//", "unknown"],
    ["GET", "//mallory.example/", "unknown"],
    ["GET", "//", "unknown"],
    ["GET", "/Clients", "unknown"],
    ["GET", "/", "unknown"],
    ["GET", "", "unknown"],
    ["OPTIONS", "*", "unknown"],
    ["GET", "/keys//1", "unknown"],
    ["GET", "/constructor", "unknown"],
  ];
  for (const [method, path, expected] of table) {
    it(`${method} ${path} → ${expected}`, () =>
      assert.equal(describeMatch(match(method, path)), expected));
  }

  it("refuses two routes for one thing", () => {
    const twice = [route("GET", "/clients"), route("GET", "/clients")];
    assert.throws(() => createRouter(twice), /Two routes answer GET \/clients/);
  });

  it("has the CORS of a path whatever the method, and refuses two", () => {
    for (const method of ["POST", "GET", "OPTIONS"]) {
      assert.equal(match(method, "/oauth2/token").cors, "clients");
    }
    assert.equal(match("POST", "/oauth2/token/").cors, "clients");
    assert.equal(match("GET", "/clients/%zz").cors, "none");
    const differing = [route("GET", "/keys"), route("POST", "/keys", "everyone")];
    assert.throws(() => createRouter(differing), /The routes of \/keys differ in CORS/);
  });
});
