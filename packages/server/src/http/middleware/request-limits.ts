import type { Config, SettingKey } from "../../config/settings.ts";
import { nestsDeeperThan } from "../../limits/json-depth.ts";
import { findExcess, type ParameterExcess, type ParameterLimits } from "../../limits/parameters.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import type { Request } from "../request.ts";
import type { Route } from "../router.ts";
import { isJson } from "../json.ts";
import { isForm } from "../media-type.ts";

/** A limit that a request exceeds: its setting, and the error for the caller. */
export interface LimitHit {
  readonly limit: SettingKey;
  readonly error: OAuthError;
}

/** Checks the size of a request's parameters and the depth of its JSON before anything reads them. */
export type RequestLimits = (
  request: Pick<Request, "search" | "body" | "headers">,
  route: Pick<Route, "stores_before_authentication">,
) => LimitHit | undefined;

/** Builds the check from the settings `limits.request.*`. */
export function createRequestLimits(config: Config): RequestLimits {
  const limits = parameterLimits(config);
  const authorizationLength = config["limits.request.authorization_length"];
  const jsonDepth = config["limits.request.json_depth"];
  return ({ search, body, headers }, { stores_before_authentication }) => {
    const hasForm = body !== "" && isForm(headers["content-type"]);
    if (stores_before_authentication && search.length + body.length > authorizationLength) {
      return hit("limits.request.authorization_length", tooLong("The request"));
    }
    const excess =
      (search === "" ? undefined : findExcess(search, limits)) ??
      (hasForm ? findExcess(body, limits) : undefined);
    if (excess !== undefined) return describeExcess(excess);
    const hasJson = !hasForm && body !== "" && isJson(headers["content-type"]);
    return hasJson && nestsDeeperThan(jsonDepth, body) ? tooDeep("The body") : undefined;
  };
}

/** The limits of a query or form, from the settings. */
export function parameterLimits(config: Config): ParameterLimits {
  return {
    parameters: config["limits.request.parameters"],
    parameter_length: config["limits.request.parameter_length"],
    token_length: config["limits.request.token_length"],
    scopes: config["limits.request.scopes"],
    audiences: config["limits.request.audiences"],
    values: config["limits.request.values"],
  };
}

/** The error of a request that exceeds a limit. */
export function describeExcess({ limit, parameter }: ParameterExcess): LimitHit {
  const setting = `limits.request.${limit}` as const;
  const named = parameter === undefined ? "A parameter" : `The parameter ${parameter}`;
  switch (limit) {
    case "parameters":
      return hit(setting, "The request has more parameters than");
    case "parameter_length":
    case "token_length":
      return hit(setting, tooLong(named));
    case "scopes":
    case "audiences":
    case "values":
      return hit(setting, `${named} has more values than`);
  }
}

/** The error of JSON that is nested too deeply. */
export function tooDeep(subject: string): LimitHit {
  return hit("limits.request.json_depth", `${subject} is nested deeper than`);
}

function tooLong(subject: string): string {
  return `${subject} is longer than`;
}

function hit(limit: SettingKey, sentence: string): LimitHit {
  return {
    limit,
    error: { error: "invalid_request", error_description: `${sentence} ${limit} allows.` },
  };
}
