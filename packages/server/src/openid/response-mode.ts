/** OAuth 2.0 Multiple Response Types §2.1, Form Post Response Mode §2: how an authorization response is delivered. */

import type { Transport } from "../oauth/response-type.ts";
import type { ResponseParameters } from "../oauth/authorization-response.ts";
import { querySeparator, writeParameters } from "./urls.ts";

/** What the browser does: follow a redirect, or submit a form. */
export type Delivery =
  | { readonly kind: "redirect"; readonly location: string }
  | {
      readonly kind: "form_post";
      readonly action: string;
      readonly fields: Readonly<Record<string, string>>;
    };

/** Adds the parameters to the redirect URI, which is otherwise unchanged, or to a form. */
export function deliver(
  transport: Transport,
  redirect_uri: string,
  parameters: ResponseParameters,
): Delivery {
  if (transport === "form_post") {
    return { kind: "form_post", action: redirect_uri, fields: fieldsOf(parameters) };
  }
  const mark = transport === "fragment" ? "#" : querySeparator(redirect_uri);
  return { kind: "redirect", location: `${redirect_uri}${mark}${writeParameters(parameters)}` };
}

function fieldsOf(parameters: ResponseParameters): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}
