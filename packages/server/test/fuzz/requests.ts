import { operationIds, operations, type OperationId } from "@latchkey/api";
import { basic } from "@latchkey/client";
import * as fc from "fast-check";
import type { IncomingRequest } from "../../src/http/incoming-request.ts";
import { bodyFor } from "./bodies.ts";
import { escape, junk, name, names } from "./texts.ts";

/** A request on its way to one of the two listeners. */
export interface Shot extends IncomingRequest {
  readonly listener: "public" | "admin";
}

/** A client that exists when the shooting begins, and that a shot may well delete. */
export const photos = { client_id: "photos", client_secret: "the secret of photos" };

/** Malformed requests, most of them close to a valid one. */
export const anyShot: fc.Arbitrary<Shot> = fc.constantFrom(...drawn()).chain((id) =>
  fc
    .record({
      listener: listenerFor(id),
      method: methodFor(id),
      path: pathFor(id),
      query: fc.oneof({ weight: 2, arbitrary: fc.constant("") }, search),
      headers,
      body: bodyFor(id),
    })
    .map(({ path, query, body, ...rest }) => ({
      ...rest,
      target: path + query,
      headers:
        body.type === undefined ? rest.headers : { ...rest.headers, "content-type": body.type },
      body: body.text,
      address: "127.0.0.1",
      encrypted: false,
    })),
);

/** Every operation, those that take a body five times: there is more to get wrong. */
function drawn(): readonly OperationId[] {
  return operationIds.flatMap((id) =>
    Array.from({ length: operations[id].body ? 5 : 1 }, () => id),
  );
}

/** What must still be readable, whatever was written. */
export const aftermath: readonly Shot[] = [
  "/clients?limit=500",
  "/.well-known/jwks.json",
  ...names.flatMap((one) => [`/clients/${one}`, `/keys/${one}`]),
].map((target) => ({
  listener: "admin",
  method: "GET",
  target,
  headers: {},
  body: "",
  address: "127.0.0.1",
  encrypted: false,
}));

const strayMethods = [
  "GET",
  "POST",
  "PUT",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "get",
  "TRACE",
  "",
];
const strayPaths = [
  "/",
  "//",
  "*",
  "",
  "/%",
  "/metrics/prometheus",
  "/clients/",
  "http://a/clients",
  "/keys/a/b/c",
];

function listenerFor(id: OperationId): fc.Arbitrary<Shot["listener"]> {
  const tag = operations[id].tag === "admin" ? "admin" : "public";
  return fc.oneof({ weight: 6, arbitrary: fc.constant(tag) }, fc.constantFrom("public", "admin"));
}

function methodFor(id: OperationId): fc.Arbitrary<string> {
  const { method } = operations[id];
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(method) },
    { weight: 1, arbitrary: fc.constantFrom(...strayMethods) },
  );
}

function pathFor(id: OperationId): fc.Arbitrary<string> {
  const named = fc
    .tuple(name, name)
    .map(([one, other]) =>
      operations[id].path
        .replace(/\{\w+\}/, () => escape(one))
        .replace(/\{\w+\}/, () => escape(other)),
    );
  return fc.oneof(
    { weight: 8, arbitrary: named },
    { weight: 1, arbitrary: fc.constantFrom(...strayPaths) },
    {
      weight: 1,
      arbitrary: fc.tuple(named, headText).map((parts) => parts.join("").replaceAll(" ", "")),
    },
  );
}

/** What the head of a request can hold once Node has read it: RFC 9110 §5.5, in Latin-1. */
const headText = junk.map((text) => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, ""));

const search = fc
  .array(fc.tuple(fc.constantFrom("limit", "offset", "client_id", "subject", "x"), name), {
    maxLength: 3,
  })
  .map((fields) => `?${fields.map(([field, value]) => `${field}=${escape(value)}`).join("&")}`);

const credentials = fc.oneof(
  fc.constant(basic(photos.client_id, photos.client_secret)),
  fc
    .tuple(name, junk)
    .map(([id, secret]) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`),
  fc
    .tuple(fc.constantFrom("Basic ", "Bearer ", "bearer lk_at_", ""), headText)
    .map((parts) => parts.join("")),
);

const headers: fc.Arbitrary<Readonly<Record<string, string>>> = fc.record(
  {
    authorization: credentials,
    origin: fc.oneof(fc.constantFrom("https://album.example", "null"), headText),
    "access-control-request-method": headText,
    "x-request-id": headText,
    "x-forwarded-for": headText,
    cookie: headText,
  },
  { requiredKeys: [] },
);
