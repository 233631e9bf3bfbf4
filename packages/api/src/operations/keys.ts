import * as v from "valibot";
import {
  jsonWebKey,
  jsonWebKeySet,
  jsonWebKeySetGeneratorRequest,
  jsonWebKeySetSummary,
  signingKey,
} from "../json-web-key.ts";
import { optional, required } from "../objects.ts";
import { list } from "../values.ts";
import { adminOperation, hydraOperation } from "./kinds.ts";
import { type Operation, page } from "./operation.ts";

const set = required(v.string(), "The name of the key set, such as `hydra.openid.id-token`.");
const kid = required(v.string(), "The `kid` of the key.");
const sign_now = optional(
  v.boolean(),
  "Whether a new key of a set that the server signs with does so at once, without being announced: when the key that signs is compromised.",
);

const ANNOUNCED =
  "In a set that the server signs with, a new key is published at once, and signs after `oidc.key_rotation.announce_period`; until then the older key does. The first key of an algorithm signs at once.";

export const keyOperations = {
  listJsonWebKeySets: {
    ...adminOperation,
    method: "GET",
    path: "/keys",
    inputs: page,
    success: 200,
    response: list(jsonWebKeySetSummary),
    errors: [401, 403, 500],
    access: "keys",
    title: "List key sets",
    summary: "Lists the key sets that exist, by name, without their keys, and creates none.",
  },
  getJsonWebKeySet: {
    ...hydraOperation,
    method: "GET",
    path: "/keys/{set}",
    inputs: { set },
    success: 200,
    response: jsonWebKeySet,
    errors: [401, 403, 500],
    access: "keys",
    title: "Get a key set",
    summary: "Returns a key set, newest key first.",
  },
  createJsonWebKeySet: {
    ...hydraOperation,
    method: "POST",
    path: "/keys/{set}",
    inputs: { set, sign_now },
    body: "json",
    request: jsonWebKeySetGeneratorRequest,
    success: 201,
    response: jsonWebKeySet,
    errors: [401, 403, 500],
    access: "keys",
    title: "Generate a key",
    summary: "Generates a key into a set, which need not exist yet.",
    description: ANNOUNCED,
  },
  updateJsonWebKeySet: {
    ...hydraOperation,
    method: "PUT",
    path: "/keys/{set}",
    inputs: { set, sign_now },
    body: "json",
    request: jsonWebKeySet,
    success: 200,
    response: jsonWebKeySet,
    errors: [401, 403, 500],
    access: "keys",
    title: "Replace a key set",
    summary: "Replaces a key set with keys of your own.",
    description: ANNOUNCED,
  },
  deleteJsonWebKeySet: {
    ...hydraOperation,
    method: "DELETE",
    path: "/keys/{set}",
    inputs: { set },
    success: 204,
    errors: [401, 403, 500],
    access: "keys",
    title: "Delete a key set",
    summary: "Deletes a key set with all its keys.",
  },
  getJsonWebKey: {
    ...hydraOperation,
    method: "GET",
    path: "/keys/{set}/{kid}",
    inputs: { set, kid },
    success: 200,
    response: jsonWebKeySet,
    errors: [404, 500],
    access: "keys",
    title: "Get a key",
    summary: "Returns one key, in a set of its own.",
  },
  updateJsonWebKey: {
    ...hydraOperation,
    method: "PUT",
    path: "/keys/{set}/{kid}",
    inputs: { set, kid, sign_now },
    body: "json",
    request: jsonWebKey,
    success: 200,
    response: jsonWebKey,
    errors: [401, 403, 500],
    access: "keys",
    title: "Replace a key",
    summary: "Stores one key of your own in a set.",
    description: ANNOUNCED,
  },
  deleteJsonWebKey: {
    ...hydraOperation,
    method: "DELETE",
    path: "/keys/{set}/{kid}",
    inputs: { set, kid },
    success: 204,
    errors: [401, 403, 500],
    access: "keys",
    title: "Delete a key",
    summary: "Deletes one key of a set.",
    description:
      "Also a key that signs, or that signed tokens that are still valid; `retireSigningKey` does not.",
  },
  listSigningKeys: {
    ...adminOperation,
    method: "GET",
    path: "/signing-keys/{set}",
    inputs: { set },
    success: 200,
    response: list(signingKey),
    errors: [401, 403, 500],
    access: "keys",
    title: "List the signing keys of a set",
    summary:
      "Returns which keys of a set are announced, signing and retired, newest first, without the keys themselves.",
    description: "The list is empty for a set that the server does not sign with.",
  },
  retireSigningKey: {
    ...adminOperation,
    method: "DELETE",
    path: "/signing-keys/{set}/{kid}",
    inputs: { set, kid },
    success: 204,
    errors: [401, 403, 404, 409, 500],
    access: "keys",
    title: "Retire a signing key",
    summary:
      "Deletes a key that does not sign any more, unless tokens that it signed may be valid.",
    description:
      "The response is 409, and says until when, while the key signs or a token that it signed may be valid. `deleteJsonWebKey` deletes it all the same. An announced key is withdrawn.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
