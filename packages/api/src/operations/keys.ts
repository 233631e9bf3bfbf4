import type { JsonWebKey, JsonWebKeySet, JsonWebKeySetGeneratorRequest } from "../json-web-key.ts";
import type { Table } from "./operation.ts";

interface SetName {
  /** The name of the key set, such as `hydra.openid.id-token`. */
  set: string;
}

interface KeyName extends SetName {
  /** The `kid` of the key. */
  kid: string;
}

/** JSON Web Keys, private halves included. */
export interface KeyOperations {
  /** Shows a key set, newest key first. */
  getJsonWebKeySet: { input: SetName; output: JsonWebKeySet };
  /** Generates a key into a set, which need not exist yet. */
  createJsonWebKeySet: {
    input: SetName & { body?: JsonWebKeySetGeneratorRequest };
    output: JsonWebKeySet;
  };
  /** Replaces a key set with keys of your own. */
  updateJsonWebKeySet: { input: SetName & { body?: JsonWebKeySet }; output: JsonWebKeySet };
  /** Deletes a key set with all its keys. */
  deleteJsonWebKeySet: { input: SetName; output: undefined };
  /** Shows one key, in a set of its own. */
  getJsonWebKey: { input: KeyName; output: JsonWebKeySet };
  /** Stores one key of your own in a set. */
  updateJsonWebKey: { input: KeyName & { body?: JsonWebKey }; output: JsonWebKey };
  /** Deletes one key of a set. */
  deleteJsonWebKey: { input: KeyName; output: undefined };
}

/** How they travel. */
export const keyOperations: Table<KeyOperations> = {
  getJsonWebKeySet: {
    tag: "admin",
    method: "GET",
    path: "/keys/{set}",
    success: 200,
    errors: [401, 403, 500],
    access: "keys",
    summary: "Shows a key set, newest key first.",
  },
  createJsonWebKeySet: {
    tag: "admin",
    method: "POST",
    path: "/keys/{set}",
    body: "json",
    success: 201,
    errors: [401, 403, 500],
    access: "keys",
    summary: "Generates a key into a set, which need not exist yet.",
  },
  updateJsonWebKeySet: {
    tag: "admin",
    method: "PUT",
    path: "/keys/{set}",
    body: "json",
    success: 200,
    errors: [401, 403, 500],
    access: "keys",
    summary: "Replaces a key set with keys of your own.",
  },
  deleteJsonWebKeySet: {
    tag: "admin",
    method: "DELETE",
    path: "/keys/{set}",
    success: 204,
    errors: [401, 403, 500],
    access: "keys",
    summary: "Deletes a key set with all its keys.",
  },
  getJsonWebKey: {
    tag: "admin",
    method: "GET",
    path: "/keys/{set}/{kid}",
    success: 200,
    errors: [404, 500],
    access: "keys",
    summary: "Shows one key, in a set of its own.",
  },
  updateJsonWebKey: {
    tag: "admin",
    method: "PUT",
    path: "/keys/{set}/{kid}",
    body: "json",
    success: 200,
    errors: [401, 403, 500],
    access: "keys",
    summary: "Stores one key of your own in a set.",
  },
  deleteJsonWebKey: {
    tag: "admin",
    method: "DELETE",
    path: "/keys/{set}/{kid}",
    success: 204,
    errors: [401, 403, 500],
    access: "keys",
    summary: "Deletes one key of a set.",
  },
};
