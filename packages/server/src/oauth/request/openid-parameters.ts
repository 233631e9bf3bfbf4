/** OpenID Connect Core §3.1.2.1: the parameters `nonce`, `prompt` and `max_age` of an authorization request. */

import type { FormFields } from "../form-fields.ts";
import { quote } from "../oauth-error.ts";
import { defineRejections, type RejectionOf } from "../rejection.ts";
import type { ResponseType } from "../response-type.ts";
import { err, ok, type Result } from "../../result.ts";

/** The parameters, parsed. */
export interface OpenIdParameters {
  readonly nonce?: string;
  readonly prompt: readonly Prompt[];
}

/** With `select_account`, the login app is asked although a session exists: it may let the user choose an account, or sign in. */
export type Prompt = "none" | "login" | "consent" | "select_account" | "create";

/** Why one of the parameters is rejected. */
export type OpenIdParameterRejection = RejectionOf<typeof openIdParameterRejections>;

/** The settings that apply. */
export interface OpenIdOptions {
  /** The minimum length of a nonce that goes through the browser. Characters. */
  readonly min_parameter_entropy: number;
  /** Whether there is a page on which users register, for `prompt=create`. */
  readonly has_registration_page: boolean;
}

/** Reads them. */
export function parseOpenIdParameters(
  params: FormFields,
  response_type: readonly ResponseType[],
  { min_parameter_entropy, has_registration_page }: OpenIdOptions,
): Result<OpenIdParameters, OpenIdParameterRejection> {
  const nonce = params.get("nonce");
  if (response_type.includes("id_token")) {
    if (nonce === undefined) return err({ reason: "nonce_missing" }); // §3.2.2.1, §3.3.2.11
    if (nonce.length < min_parameter_entropy) {
      return err({ reason: "nonce_too_short", least: min_parameter_entropy });
    }
  }
  const prompt = parsePrompt(params.get("prompt") ?? "", has_registration_page);
  if (!prompt.ok) return prompt;
  if (prompt.value.includes("create") && !has_registration_page) {
    return err({ reason: "prompt_create_without_page" });
  }
  return ok({ prompt: prompt.value, ...(nonce !== undefined && { nonce }) });
}

/** The seconds since the user last authenticated that the client allows; undefined when it does not say. */
export function parseMaxAge(
  max_age: string | undefined,
): Result<number | undefined, Extract<OpenIdParameterRejection, { reason: "max_age_malformed" }>> {
  if (max_age === undefined) return ok(undefined);
  return SECONDS.test(max_age)
    ? ok(Number(max_age))
    : err({ reason: "max_age_malformed", max_age });
}

const SECONDS = /^\d{1,15}$/; // Up to 15 digits are exact in a JavaScript number.

/** The values of a prompt, without duplicates. */
function parsePrompt(
  text: string,
  has_registration_page: boolean,
): Result<readonly Prompt[], OpenIdParameterRejection> {
  const prompts = new Set<Prompt>();
  // Hydra v2 has this name for `create`, and shows the login page where there is no other.
  const registration = has_registration_page ? "create" : "login";
  for (const value of text.split(" ")) {
    if (value === "") continue;
    const prompt = value === "registration" ? registration : PROMPTS.get(value);
    if (prompt === undefined) return err({ reason: "prompt_unknown", prompt: value });
    prompts.add(prompt);
  }
  if (prompts.has("none") && prompts.size > 1) return err({ reason: "prompt_none_not_alone" });
  return ok([...prompts]);
}

const PROMPTS: ReadonlyMap<string, Prompt> = new Map([
  ["none", "none"],
  ["login", "login"],
  ["consent", "consent"],
  ["select_account", "select_account"],
  ["create", "create"], // Initiating User Registration §4.1
]);

/** The values of `prompt` that are supported, for discovery. */
export function supportedPrompts(has_registration_page: boolean): readonly string[] {
  return [...PROMPTS.keys()].filter((prompt) => prompt !== "create" || has_registration_page);
}

/** §3.1.2.6. */
export const openIdParameterRejections = defineRejections("invalid_request", {
  nonce_missing: {
    description:
      "The parameter nonce is missing. It is required when the response has an ID token.",
    reference: "OpenID Connect Core §3.2.2.1",
    fix: "Send a random nonce with each request for an ID token.",
  },
  nonce_too_short: {
    error: "insufficient_entropy",
    description: ({ least }: { least: number }) =>
      `The nonce must have at least ${least} characters.`,
  },
  prompt_unknown: {
    description: ({ prompt }: { prompt: string }) =>
      `The prompt ${quote(prompt)} is not supported. Use none, login, consent or select_account.`,
  },
  prompt_none_not_alone: {
    description: "The prompt none cannot be combined with other values.",
    reference: "OpenID Connect Core §3.1.2.1",
    fix: "Send prompt=none without other values.",
  },
  prompt_create_without_page: {
    description:
      "The prompt create is not supported: this server has no page on which users register (urls.registration).",
    reference: "OpenID Connect Initiating User Registration §4.1",
    fix: "Set urls.registration to the page on which users register, or leave out prompt=create.",
  },
  max_age_malformed: {
    description: ({ max_age }: { max_age: string }) =>
      `The max_age must be a number of seconds, not ${quote(max_age)}.`,
  },
});
