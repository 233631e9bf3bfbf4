import type { FlowKind, FlowOutcome } from "../inspector/schemas.ts";

/** How the inspector records an operation that is a step of a flow. */
export interface InspectedOperation {
  readonly kind: FlowKind;
  /** The parameters with a challenge or verifier, each with its kind: the flow is found by them. */
  readonly handles: readonly (readonly [parameter: string, handle: FlowHandle])[];
  /** The parameters with a code or token, each with its kind: likewise. */
  readonly tokens: readonly (readonly [parameter: string, kind: FlowToken])[];
  /** Which successes are recorded: those of a known flow, all, or none. Failures are recorded always. */
  readonly successes: "of_flow" | "all" | "none";
  /** `of_grant_type`: the grant type of the request has its step. */
  readonly step: InspectedStep | "of_grant_type";
  /** The step of a request with a certain parameter, or a certain value of it. */
  readonly other_steps: readonly {
    readonly parameter: string;
    readonly value?: string;
    readonly step: InspectedStep;
  }[];
}

/** A step as the inspector describes it. */
export interface InspectedStep {
  readonly name: string;
  /** Its name where the request was rejected; null where that is the same. */
  readonly refused: string | null;
  /** The request in a sentence, without a full stop; null where the sentence is made of its parameters. */
  readonly sentence: string | null;
  /** The sentence of a rejected request, where it is another. */
  readonly refused_sentence?: string;
  /** What a successful response contains; null where its status says it. */
  readonly contents: string | null;
  /** What it makes of its flow, where it succeeds. */
  readonly outcome: Extract<FlowOutcome, "under_way" | "granted" | "refused">;
  /** The state of its flow after it, in a sentence; null where there is none. */
  readonly headline: string | null;
}

type FlowHandle =
  | `${"login" | "consent" | "logout" | "backchannel"}_challenge`
  | `${"login" | "consent" | "logout" | "device"}_verifier`;

type FlowToken =
  | "authorization_code"
  | "device_code"
  | "auth_req_id"
  | "access_token"
  | "refresh_token"
  | "workspace_code"
  | "workspace_access_token"
  | "workspace_refresh_token";

/** A step of a flow. The endpoint itself finds the flow, unless `more` says how. */
export function stepOf(
  kind: FlowKind,
  step: InspectedOperation["step"],
  more: Partial<InspectedOperation> = {},
): InspectedOperation {
  return { kind, handles: [], tokens: [], successes: "of_flow", step, other_steps: [], ...more };
}

/** The call of an app, which sends the challenge that the browser brought. */
export function stepByChallenge(
  kind: FlowKind,
  challenge: FlowHandle,
  step: InspectedStep,
): InspectedOperation {
  const handles = [
    [challenge, challenge],
    ["challenge", challenge],
  ] as const;
  return stepOf(kind, step, { handles });
}

/** Steps of the consent app, of both consent requests. */
export const consentSteps: Readonly<Record<"fetched" | "accepted" | "rejected", InspectedStep>> = {
  fetched: {
    name: "consent_fetched",
    refused: "consent_not_shown",
    sentence: "The consent app reads the request",
    contents: "the request",
    outcome: "under_way",
    headline: "The user is at the consent app.",
  },
  accepted: {
    name: "consent_accepted",
    refused: "consent_answer_not_taken",
    sentence: "The consent app accepts the request",
    refused_sentence: "The consent app answers the request",
    contents: "the URL to return to",
    outcome: "under_way",
    headline: "The user gave consent; the browser is returning.",
  },
  rejected: {
    name: "consent_rejected",
    refused: "consent_answer_not_taken",
    sentence: "The consent app rejects the request",
    refused_sentence: "The consent app answers the request",
    contents: "the URL to return to",
    outcome: "under_way",
    headline: "The user denied the request; the browser is returning.",
  },
};

/** Steps of a sign-in with an identity provider, on the built-in pages. */
export const providerSteps: Readonly<Record<"chosen" | "returned", InspectedStep>> = {
  chosen: {
    name: "provider_chosen",
    refused: "provider_unavailable",
    sentence: "The user chooses an identity provider",
    contents: null,
    outcome: "under_way",
    headline: "The user is at the identity provider.",
  },
  returned: {
    name: "provider_returned",
    refused: "provider_refused",
    sentence: "The user returns from an identity provider",
    contents: null,
    outcome: "under_way",
    headline: "The user is back from the identity provider.",
  },
};

/** Steps of both token endpoints and of both revocation endpoints. */
export const tokenSteps: Readonly<
  Record<"code_redeemed" | "refreshed" | "revoked", InspectedStep>
> = {
  code_redeemed: {
    name: "code_redeemed",
    refused: "code_refused",
    sentence: "The client redeems its code",
    refused_sentence: "The client redeems a code",
    contents: "tokens",
    outcome: "granted",
    headline: "The client redeemed its code.",
  },
  refreshed: {
    name: "refreshed",
    refused: "refresh_refused",
    sentence: "The client refreshes its tokens",
    refused_sentence: "The client presents a refresh token",
    contents: "tokens",
    outcome: "granted",
    headline: "The client refreshed its tokens.",
  },
  revoked: {
    name: "revoked",
    refused: "revocation_refused",
    sentence: "The client revokes a token",
    refused_sentence: "A client revokes a token",
    contents: null,
    outcome: "granted",
    headline: "The client revoked its tokens.",
  },
};
