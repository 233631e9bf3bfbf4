import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findExcess, type ParameterExcess, type ParameterLimits } from "./parameters.ts";

const limits: ParameterLimits = {
  parameters: 10,
  parameter_length: 300,
  token_length: 1_000,
  scopes: 5,
  audiences: 4,
  values: 3,
};

const long = "x".repeat(400);
const table: [what: string, text: string, excess: ParameterExcess | undefined][] = [
  ["nothing", "", undefined],
  ["an ordinary form", "grant_type=client_credentials&scope=a+b", undefined],
  ["ten parameters", "a=1&".repeat(9) + "a=1", undefined],
  ["eleven", "a=1&".repeat(10) + "a=1", { limit: "parameters", parameter: undefined }],
  ["empty pairs count too", "&".repeat(10), { limit: "parameters", parameter: undefined }],
  ["a long value", `state=${long}`, { limit: "parameter_length", parameter: undefined }],
  ["a long name", long, { limit: "parameter_length", parameter: undefined }],
  ["a token may be longer", `id_token_hint=${long}`, undefined],
  [
    "within reason",
    `request=${"x".repeat(1_000)}`,
    { limit: "token_length", parameter: "request" },
  ],
  ["five scopes", "scope=a+b+c+d+e", undefined],
  ["six", "scope=a+b+c+d+e+f", { limit: "scopes", parameter: "scope" }],
  ["with escaped spaces", "scope=a%20b%20c%20d%20e%20f", { limit: "scopes", parameter: "scope" }],
  ["under an escaped name", "%73cope=a+b+c+d+e+f", { limit: "scopes", parameter: "scope" }],
  ["in several parameters", "scope=a+b+c&scope=d+e+f", { limit: "scopes", parameter: "scope" }],
  ["spaces are no scopes", "scope=a+++++++++b", undefined],
  [
    "audiences",
    "audience=a+b+c&audience=d&audience=e",
    { limit: "audiences", parameter: "audience" },
  ],
  ["prompts", "prompt=a+b+c+d", { limit: "values", parameter: "prompt" }],
  ["resources", "resource=a+b+c+d+e", { limit: "audiences", parameter: "resource" }],
  ["response types", "response_type=a+b+c+d", { limit: "values", parameter: "response_type" }],
  ["levels", "acr_values=a+b+c+d", { limit: "values", parameter: "acr_values" }],
  ["languages", "ui_locales=a+b+c+d", { limit: "values", parameter: "ui_locales" }],
  ["of claims", "claims_locales=a+b+c+d", { limit: "values", parameter: "claims_locales" }],
  ["other parameters may have spaces", "state=a+b+c+d+e+f+g+h+i", undefined],
];

describe("the limits of a query or a form", () => {
  for (const [what, text, excess] of table) {
    it(what, () => assert.deepEqual(findExcess(text, limits), excess));
  }
});
