/** The rules of the security profiles in words: in error responses, in the inspector, and for a client. */

import type { OAuthError } from "../oauth-error.ts";
import { type ProfileName, profileDocuments, type StrictProfile } from "./profile.ts";
import {
  type ProfiledClient,
  type ProfileRejection,
  type ProfileRule,
  ruleList,
  usesCode,
} from "./rules.ts";

/** The error response. It names the profile, the rule and its clause. */
export function describeProfileRejection({ profile, rule }: ProfileRejection): OAuthError {
  const found = ruleList.find(([name]) => name === rule)?.[1];
  const broken = { requirement: found?.requirement ?? "", clause: clauseOf(found, profile) };
  return {
    error: "invalid_request",
    error_description: describeRule(broken, profile),
    reason: `${PREFIX}${profile}:${rule}`,
  };
}

/** A rule in an `error_description`, which has ASCII only: RFC 6749 §5.2. */
export function describeRule(
  { requirement, clause }: Pick<ExplainedRule, "requirement" | "clause">,
  profile: ProfileName,
): string {
  return `${requirement} The security profile ${profile} requires it: ${clause.replace("§", "section ")}.`;
}

const PREFIX = "profile:";

/** What the inspector says of a request that a profile refused, by the reason of its error. */
export function explainProfileRejection(
  reason: string,
): { readonly because: string; readonly reference: string; readonly fix: string } | undefined {
  if (!reason.startsWith(PREFIX)) return undefined;
  const [name, rule] = reason.slice(PREFIX.length).split(":");
  const profile = strictProfiles.find((known) => known === name);
  const found = ruleList.find(([known]) => known === rule)?.[1];
  if (profile === undefined || found === undefined) return undefined;
  return {
    because: `${found.requirement} The security profile ${profile} requires it.`,
    reference: clauseOf(found, profile),
    fix: found.fix,
  };
}

const strictProfiles = Object.keys(profileDocuments).filter(
  (name): name is StrictProfile => name in profileDocuments,
);

function clauseOf(rule: ProfileRule | undefined, profile: StrictProfile): string {
  const clause = rule?.clauses[profile] ?? "";
  return clause.startsWith("FAPI") ? clause : `${profileDocuments[profile]} ${clause}`;
}

/** A rule as it is printed for a client. */
export interface ExplainedRule {
  readonly rule: string;
  readonly requirement: string;
  readonly clause: string;
  /** `by_request`: it depends on each request and not on the registration. */
  readonly status: "met" | "not_met" | "by_request";
  readonly fix?: string;
}

/** The rules of a profile, and which of them a client's registration meets. */
export function explainProfile(
  profile: ProfileName,
  client: ProfiledClient,
): readonly ExplainedRule[] {
  if (profile === "compatible") return [];
  return ruleList
    .filter(([, { clauses }]) => profile in clauses)
    .filter(([, rule]) => usesCode(client) || rule.authorization === undefined || rule.token)
    .map(([name, rule]) => {
      const described = {
        rule: name,
        requirement: rule.requirement,
        clause: clauseOf(rule, profile),
      };
      if (rule.registration === undefined) return { ...described, status: "by_request" };
      if (rule.registration(client)) return { ...described, status: "met" };
      return { ...described, status: "not_met", fix: rule.fix };
    });
}
