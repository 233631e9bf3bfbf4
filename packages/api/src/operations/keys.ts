import type { JsonWebKey, JsonWebKeySet, JsonWebKeySetGeneratorRequest } from "../json-web-key.ts";
import type { Table } from "./operation.ts";

/** JSON Web Keys, private halves included. */
export interface KeyOperations {
  getJsonWebKeySet: { input: { set: string }; output: JsonWebKeySet };
  createJsonWebKeySet: {
    input: { set: string; body?: JsonWebKeySetGeneratorRequest };
    output: JsonWebKeySet;
  };
  updateJsonWebKeySet: { input: { set: string; body?: JsonWebKeySet }; output: JsonWebKeySet };
  deleteJsonWebKeySet: { input: { set: string }; output: undefined };
  /** Answers a set that holds the one key. */
  getJsonWebKey: { input: { set: string; kid: string }; output: JsonWebKeySet };
  updateJsonWebKey: { input: { set: string; kid: string; body?: JsonWebKey }; output: JsonWebKey };
  deleteJsonWebKey: { input: { set: string; kid: string }; output: undefined };
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
