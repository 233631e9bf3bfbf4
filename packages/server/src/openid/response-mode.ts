/** OAuth 2.0 Multiple Response Types §2.1, Form Post Response Mode §2: how an answer reaches the client. */

import type { ResponseMode } from "../oauth/response-type.ts";
import type { ResponseParameters } from "../oauth/authorization-response.ts";
import { queryMarkOf, writeParameters } from "./with-query.ts";

/** What the browser is made to do: follow a redirect, or send a form. */
export type Delivery =
  | { readonly kind: "redirect"; readonly location: string }
  | {
      readonly kind: "form_post";
      readonly action: string;
      readonly fields: Readonly<Record<string, string>>;
    };

/** Puts the parameters where the mode says. The redirect URI stays as it was registered, letter by letter. */
export function deliver(
  mode: ResponseMode,
  redirect_uri: string,
  parameters: ResponseParameters,
): Delivery {
  if (mode === "form_post") {
    return { kind: "form_post", action: redirect_uri, fields: fieldsOf(parameters) };
  }
  const mark = mode === "fragment" ? "#" : queryMarkOf(redirect_uri);
  return { kind: "redirect", location: `${redirect_uri}${mark}${writeParameters(parameters)}` };
}

function fieldsOf(parameters: ResponseParameters): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}
