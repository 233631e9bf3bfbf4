/** RFC 8707: resource indicators. The older parameter `audience` (`../audience.ts`) means the same. */

import { isResourceUri } from "@latchkey/api";
import { audienceMatches, parseAudience } from "../audience.ts";
import type { Client } from "../client.ts";
import type { FormFields } from "../form-fields.ts";
import { quote } from "../oauth-error.ts";
import { defineRejections, type RejectionOf, type Rejections } from "../rejection.ts";
import { err, ok, type Result } from "../../result.ts";
import { identifierKey, type KnownApis } from "./api.ts";

/** The APIs that a request wants tokens for. */
export interface Targets {
  /** The values of `resource`, each once. */
  readonly resource: readonly string[];
  /** The values of `audience`, each once. */
  readonly audience: readonly string[];
}

/** Why a request does not get tokens for the APIs it names. */
export type TargetRejection = RejectionOf<typeof targetRejections>;

/** Of a request that names no APIs. */
export const noTargets: Targets = { resource: [], audience: [] };

/** The targets of an authorization request, or of a token request that needs no earlier grant. */
export function parseTargets(form: FormFields): Result<Targets, TargetRejection> {
  const audience = parseAudience(form.getAll("audience"));
  const resource = parseResources(form);
  if (!resource.ok) return resource;
  const isUsual = audience.length + resource.value.length === 0;
  return ok(isUsual ? noTargets : { resource: resource.value, audience });
}

/** §2: the values of `resource`, each an absolute URI without a fragment. */
export function parseResources(form: FormFields): Result<readonly string[], TargetRejection> {
  const values = form.getAll("resource");
  if (values.length === 0) return ok(noTargets.resource);
  const malformed = values.find((value) => !isResourceUri(value));
  if (malformed !== undefined) return err({ reason: "resource_malformed", resource: malformed });
  return ok([...new Map(values.map((value) => [identifierKey(value), value])).values()]);
}

/** All names of the targets, to look their APIs up. */
export function namesOfTargets({ resource, audience }: Targets): readonly string[] {
  return [...audience, ...resource];
}

/** What a client may request: its own audiences, and APIs that are open to every client. */
export interface TargetPolicy {
  readonly client: Pick<Client, "audience">;
  /** Those of the named APIs that are registered. */
  readonly apis: KnownApis;
  /** Whether APIs can be open to every client. */
  readonly open_apis: boolean;
}

/** §2: the audience of the tokens, as the APIs are registered; each once. */
export function decideTargets(
  { resource, audience }: Targets,
  policy: TargetPolicy,
): Result<readonly string[], TargetRejection> {
  if (resource.length + audience.length === 0) return ok(noTargets.audience);
  const granted = new Set<string>();
  for (const name of audience) {
    const target = findTarget(name, policy);
    if (target === undefined) return err({ reason: "audience_not_allowed", audience: name });
    if (target.is_disabled) return err({ reason: "api_disabled", api: name });
    granted.add(target.registered ?? name);
  }
  for (const name of resource) {
    const target = findTarget(name, policy);
    if (target === undefined) return err({ reason: "resource_not_allowed", resource: name });
    if (target.is_disabled) return err({ reason: "api_disabled", api: name });
    granted.add(target.registered ?? spellingOf(name, policy.client.audience));
  }
  return ok([...granted]);
}

/** Whether the client may have tokens for this audience. */
export function isTargetAllowed(name: string, policy: TargetPolicy): boolean {
  return findTarget(name, policy)?.is_disabled === false;
}

/** The identifier of the API if it is registered; undefined if the client may not request it. */
function findTarget(
  name: string,
  { client, apis, open_apis }: TargetPolicy,
): { readonly registered: string | undefined; readonly is_disabled: boolean } | undefined {
  const api = apis.get(identifierKey(name));
  const isOpen = open_apis && api?.allow_any_client === true;
  return isOpen || audienceMatches(client.audience, name)
    ? { registered: api?.identifier, is_disabled: api?.enabled === false }
    : undefined;
}

/** An API compares `aud` with its own spelling, so the one of the client's registration is used where there is one. */
function spellingOf(name: string, registered: readonly string[]): string {
  const key = identifierKey(name);
  return registered.find((audience) => identifierKey(audience) === key) ?? name;
}

/** §2.2: the part of the granted audience that a token request names; undefined when it names none. */
export function selectResources(
  resource: readonly string[],
  granted: readonly string[],
): Result<readonly string[] | undefined, TargetRejection> {
  if (resource.length === 0) return ok(undefined);
  const byKey = new Map(granted.map((audience) => [identifierKey(audience), audience]));
  const missing = resource.find((name) => !byKey.has(identifierKey(name)));
  if (missing !== undefined) return err({ reason: "resource_not_granted", resource: missing });
  const named = new Set(resource.map(identifierKey));
  return ok(granted.filter((audience) => named.has(identifierKey(audience))));
}

/** §2. `audience` keeps the code it had before this server knew `resource`. */
export const targetRejections = defineRejections("invalid_target", {
  resource_malformed: {
    description: ({ resource }: { resource: string }) =>
      `The resource ${quote(resource)} must be an absolute URI without a fragment.`,
    reference: "RFC 8707 §2",
    fix: "Send the identifier of the API as it is registered: an absolute URI without a fragment.",
  },
  resource_not_allowed: {
    description: ({ resource }: { resource: string }) =>
      `The client may not request the resource ${quote(resource)}. Add it to the client's audience, or register it as an API that is open to every client.`,
    reference: "RFC 8707 §2",
    fix: "Add the resource to the client's audience, or register it as an API with allow_any_client.",
  },
  api_disabled: {
    description: ({ api }: { api: string }) => `The API ${quote(api)} is disabled.`,
    reference: "RFC 8707 §2",
    fix: "Request tokens for other APIs by name, as resource, or enable the API: on its page in the console, or with latchkey apis enable.",
  },
  resource_not_granted: {
    description: ({ resource }: { resource: string }) =>
      `The resource ${quote(resource)} was not granted. Name it in the authorization request too.`,
    reference: "RFC 8707 §2.2",
    fix: "Name the resource in the authorization request too, and grant it in the consent app.",
  },
  audience_not_allowed: {
    error: "invalid_request",
    description: ({ audience }: { audience: string }) =>
      `The client may not request the audience ${quote(audience)}. Add it to the client's audience.`,
    fix: "Add the audience to the client's audience, register it as an API with allow_any_client, or remove it from the request.",
  },
});

/** RFC 8693 §2.2.2: those of the grants that exchange a token, whichever parameter named the target. */
export const exchangedTargetRejections = {
  ...targetRejections,
  audience_not_allowed: { ...targetRejections.audience_not_allowed, error: "invalid_target" },
} satisfies Rejections;
