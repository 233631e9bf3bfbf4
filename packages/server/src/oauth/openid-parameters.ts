/** OpenID Connect Core §3.1.2.1: what a client may add to an authorization request about the person. */

import type { Prompt, ResponseType } from "./authorization-request.ts";
import type { FormFields } from "./form-fields.ts";
import { err, ok, type Result } from "./result.ts";

/** The parameters that have a form of their own. */
export interface OpenIdParameters {
  readonly nonce?: string;
  readonly prompt: readonly Prompt[];
  /** Seconds. */
  readonly max_age?: number;
}

/** Why they cannot be followed. */
export type OpenIdParameterRejection =
  | { readonly reason: "nonce_missing" }
  | { readonly reason: "nonce_too_short"; readonly least: number }
  | { readonly reason: "prompt_unknown"; readonly prompt: string }
  | { readonly reason: "prompt_none_not_alone" }
  | { readonly reason: "max_age_malformed"; readonly max_age: string };

/** Reads them. `min_parameter_entropy` is the fewest characters of a nonce that the browser gets to see. */
export function parseOpenIdParameters(
  params: FormFields,
  response_type: readonly ResponseType[],
  min_parameter_entropy: number,
): Result<OpenIdParameters, OpenIdParameterRejection> {
  const nonce = params.get("nonce");
  if (response_type.includes("id_token")) {
    if (nonce === undefined) return err({ reason: "nonce_missing" }); // §3.2.2.1, §3.3.2.11
    if (nonce.length < min_parameter_entropy) {
      return err({ reason: "nonce_too_short", least: min_parameter_entropy });
    }
  }
  const prompt = parsePrompt(params.get("prompt") ?? "");
  if (!prompt.ok) return prompt;
  const max_age = params.get("max_age");
  if (max_age !== undefined && !SECONDS.test(max_age)) {
    return err({ reason: "max_age_malformed", max_age });
  }
  return ok({
    prompt: prompt.value,
    ...(nonce !== undefined && { nonce }),
    ...(max_age !== undefined && { max_age: Number(max_age) }),
  });
}

const SECONDS = /^\d{1,15}$/; // as many digits as a number keeps

/** The words of a prompt, each once. We cannot show accounts to choose from, but whoever signs in anew may choose. */
function parsePrompt(text: string): Result<readonly Prompt[], OpenIdParameterRejection> {
  const prompts = new Set<Prompt>();
  for (const word of text.split(" ")) {
    if (word === "") continue;
    const prompt = PROMPTS.get(word);
    if (prompt === undefined) return err({ reason: "prompt_unknown", prompt: word });
    prompts.add(prompt);
  }
  if (prompts.has("none") && prompts.size > 1) return err({ reason: "prompt_none_not_alone" });
  return ok([...prompts]);
}

const PROMPTS: ReadonlyMap<string, Prompt> = new Map([
  ["none", "none"],
  ["login", "login"],
  ["consent", "consent"],
  ["select_account", "login"],
]);
