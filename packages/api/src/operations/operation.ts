import type * as v from "valibot";
import { optional, type ValueOf } from "../objects.ts";
import { integer } from "../values.ts";
import type { InspectedOperation } from "./inspect.ts";
import type { Permission } from "./roles.ts";

/** The endpoints in the discovery document, in its order. */
export const discoveredEndpoints = [
  "jwks_uri",
  "token_endpoint",
  "authorization_endpoint",
  "userinfo_endpoint",
  "revocation_endpoint",
  "pushed_authorization_request_endpoint",
  "end_session_endpoint",
  "introspection_endpoint",
  "device_authorization_endpoint",
  "backchannel_authentication_endpoint",
  "registration_endpoint",
  "ended_tokens_uri",
] as const;

/** How the discovery document names an endpoint. */
interface DiscoveredEndpoint {
  readonly name: (typeof discoveredEndpoints)[number];
  /** The setting that publishes another URL in its place. */
  readonly replaced_by: ReplacingSetting | null;
  /** RFC 8705 §5: whether clients may call it with a TLS client certificate, at `serve.mtls.url`. */
  readonly mtls_alias: boolean;
}

type ReplacingSetting =
  `webfinger.oidc_discovery.${"auth" | "client_registration" | "device_authorization" | "jwks" | "token" | "userinfo"}_url`;

/** One operation: how it travels, what it takes and what it returns. */
export interface Operation extends Permission {
  /** The listener it is meant for. The admin listener serves the public operations too; `workspace` is the public one, or a port of its own. */
  readonly tag: "public" | "admin" | "workspace";
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /**
   * `true`: the path takes the same inputs in a form by POST: OpenID Connect Core §3.1.2.1 and §5.3.1, RP-Initiated Logout §2.
   * `own_form`: the page sends a form of its own to itself.
   */
  readonly also_by_post?: true | "own_form";
  /**
   * An admin operation that the public listener serves too, and how its callers authenticate there. Where they do, it has an
   * endpoint of its own.
   */
  readonly also_public?: { readonly authentication: "client_basic" | null };
  /** A browser opens it: errors are pages. */
  readonly opened_in_browser?: true;
  /** A page that is not served while this setting names another URL. */
  readonly replaced_by?: string;
  /** A page for a user who is signed in: its name at `/workspace/sign-in`, which returns to it with its `inputs`. */
  readonly signed_in_page?: string;
  /** The one of them that is returned to where no page is named. */
  readonly first_signed_in_page?: true;
  /** Other paths of the same operation. */
  readonly also_at?: readonly string[];
  /** RFC 8414 §3.1, OpenID Connect Discovery §4.1: also served at the paths that the path of the issuer makes of it. */
  readonly located_by_issuer?: true;
  /** An input named in braces is a path segment: `/keys/{set}/{kid}`. */
  readonly path: string;
  /** The inputs: path segments, then query parameters or, where `body` is `form`, the fields of the form. */
  readonly inputs?: v.ObjectEntries;
  /** Request headers, beside those of authentication. */
  readonly headers?: v.ObjectEntries;
  /** `json`: the input named `body` is the body. `form`: every input not in the path is a field. */
  readonly body?: "json" | "form";
  readonly body_required?: boolean;
  /** Where a JSON body may also be sent as a form. */
  readonly body_may_be_form?: true;
  /** The JSON body, or all fields of the form as one schema. */
  readonly request?: v.GenericSchema;
  readonly success: 200 | 201 | 204 | 302;
  /** The body of a success; a string where it is text. Absent where there is none. */
  readonly response?: v.GenericSchema;
  /** The media types of a response that is a string; `text/plain` if absent. */
  readonly response_types?: readonly string[];
  /** Where a success may be a redirect with the status 303. */
  readonly may_redirect?: true;
  /** Where a success may be a signed JWT in place of the JSON. */
  readonly response_may_be_jwt?: true;
  /**
   * The response is a resource that has an `ETag`, which operations that change it take as `If-Match`. `derived` are the fields that
   * are not of the resource itself.
   */
  readonly etag?: { readonly derived: readonly string[] };
  /** The other statuses the contract names. */
  readonly errors: readonly number[];
  /** The body of errors, where it is not that of all operations. */
  readonly error_response?: v.GenericSchema;
  /** How its callers authenticate, by the name of that in the OpenAPI document; null where they do not. */
  readonly authentication:
    | "api_key"
    | "client_basic"
    | "access_token"
    | "initial_access_token"
    | "registration_access_token"
    | "integration_basic"
    | "workspace_access_token"
    | null;
  /**
   * Which scripts may read its responses on the public listener. `clients`: those of the origins of clients, and of
   * `serve.public.cors.allowed_origins`. `everyone`: those of every origin, on both listeners; such an operation uses no
   * cookies. On the admin listener `serve.admin.cors` covers all others.
   */
  readonly cors: "none" | "clients" | "everyone";
  /**
   * Whether it stores the parameters of a caller who has not authenticated, to continue later: they may then not be longer than
   * `limits.request.authorization_length`. Registration has `limits.registration.body_bytes`.
   */
  readonly stores_before_authentication: boolean;
  /** RFC 7523 §3: whether its URL may be the audience of a client's assertion, at whichever endpoint the client presents it. */
  readonly assertion_audience: boolean;
  /** RFC 9449: whether it takes DPoP proofs, for its URL or for the one that replaces it in the discovery document. */
  readonly dpop: boolean;
  /** Whether the admin listener serves it under `/admin` too, as Hydra v2 does. */
  readonly under_admin: boolean;
  /**
   * What calls it directly, without the proxy that terminates TLS: `health`, probes, which the access log may leave out;
   * `monitoring`, whatever else observes servers; null where only clients and users do.
   */
  readonly probe: "health" | "monitoring" | null;
  /** Its place in the discovery document; null where that does not name it. */
  readonly discovery: DiscoveredEndpoint | null;
  /** How the inspector records it; null where it is no step of a flow. */
  readonly inspect: InspectedOperation | null;
  /** What it does, as a heading: "Create a client". */
  readonly title: string;
  /** One sentence. */
  readonly summary: string;
  /** What else there is to know. */
  readonly description?: string;
}

/** What an operation takes, as the SDK does. */
export type InputOf<O extends Operation> = Flat<
  (O extends { readonly inputs: infer Inputs extends v.ObjectEntries }
    ? ValueOf<v.ObjectSchema<Inputs, undefined>>
    : unknown) &
    (O extends { readonly body: "json"; readonly request: infer Body extends v.GenericSchema }
      ? O extends { readonly body_required: true }
        ? { readonly body: ValueOf<Body> }
        : { readonly body?: ValueOf<Body> }
      : unknown) &
    (O extends { readonly body: "form"; readonly request: infer Form extends v.GenericSchema }
      ? ValueOf<Form>
      : unknown)
>;

/** What an operation returns. */
export type OutputOf<O extends Operation> = O extends {
  readonly response: infer Response extends v.GenericSchema;
}
  ? O extends { readonly response_may_be_jwt: true }
    ? ValueOf<Response> | string
    : ValueOf<Response>
  : undefined;

type Flat<T> = { readonly [Name in keyof T]: T[Name] };

/**
 * Whether it may change what operators and users hold, so that the audit log needs to know its caller. The flows of users end in
 * grants and tokens, which are no such change.
 */
export function mayChange({ method, access, authentication }: Operation): boolean {
  if (method === "GET") return false;
  return access === "open"
    ? authentication !== null && selfService.includes(authentication)
    : access !== "read";
}

/** How those authenticate who change what is theirs. */
const selfService: readonly NonNullable<Operation["authentication"]>[] = [
  "access_token",
  "initial_access_token",
  "registration_access_token",
  "integration_basic",
];

/** The names of the inputs that are path segments. */
export function pathInputsOf({ path }: Pick<Operation, "path">): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** The names of the inputs that travel in the query. */
export function queryInputsOf(operation: Operation): readonly string[] {
  const inPath = pathInputsOf(operation);
  return Object.keys(operation.inputs ?? {}).filter((name) => !inPath.includes(name));
}

/** Which page of a list is wanted. */
export const page = {
  limit: optional(integer, "How many to return: 100 by default, 500 at most."),
  offset: optional(integer, "How many to skip first."),
};

/** The input of an operation that takes none. */
export type NoInput = Readonly<Record<string, never>>;
