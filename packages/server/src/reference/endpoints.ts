import { type Operation, served } from "@latchkey/api";

/** The reference page of what is checked where, in Markdown: docs/endpoints.md, which a test compares with it. */
export function renderEndpointReference(): string {
  const sections = listeners.map(({ title, tag, text }) => {
    const rows = Object.values(served).flatMap((operation) => {
      if (operation.tag === tag) return [operation];
      const { also_public } = operation;
      return tag === "public" && also_public ? [{ ...operation, ...also_public }] : [];
    });
    return `## ${title}\n\n${text}\n\n${heading}${rows.map(row).join("")}`;
  });
  return `${introduction}\n${sections.join("\n")}`;
}

const listeners = [
  {
    title: "Public listener",
    tag: "public",
    text: "The admin listener serves these too, except the pages.",
  },
  {
    title: "Workspace API",
    tag: "workspace",
    text: "On the public listener, or on `serve.workspace.port`.",
  },
  {
    title: "Admin listener",
    tag: "admin",
    text: "`serve.admin.cors` decides which scripts may read the responses.",
  },
] as const;

const introduction = `# Endpoints

What applies to each endpoint, from its row in [packages/api/src/operations](../packages/api/src/operations).
[api.md](api.md) has parameters and responses, [extending.md](extending.md#an-endpoint) how to add one.

| Column | Means |
| --- | --- |
| Caller | how the caller authenticates, by the names of [api.md](api.md#authentication), with the scope that an API key of \`serve.admin.api_keys\` needs, and the least [role](operators.md#what-each-role-may) of a user or of another key; \`any\`: every one of them. Nothing where it need not |
| Workspaces | callers who see only some workspaces may call it for these |
| CORS | the scripts that may read responses: \`clients\`, those of the origins of clients and of \`serve.public.cors\`; \`everyone\`; or none |
| Stores | it stores the parameters of a caller who has not authenticated, of at most \`limits.request.authorization_length\` characters |
| Audience | its URL may be the \`aud\` of a client assertion, at every endpoint |
| DPoP | it takes DPoP proofs |
| Discovery | its name in the discovery document; with mTLS, it has an alias at \`serve.mtls.url\` |
| Step | its steps in the inspector, and those of rejected requests |
| \`/admin\` | it is served under \`/admin\` too, as Hydra v2 does |
| Probe | what calls it directly: it needs no proxy that terminates TLS, and \`serve.<listener>.access_log.disable_for_health\` leaves \`health\` out of the log |

\`limits.rate.authorizations\` bounds how many requests are stored, and how many flows \`GET /workspace/sign-in\` and
\`GET /oauth2/device/verify\` start, which store no parameters. Where \`oauth2.registration.mode\` is \`open\`, clients that
register themselves are stored without authentication too: \`limits.registration.body_bytes\`,
\`limits.rate.registrations\` and \`limits.strangers.clients\` apply.
`;

const heading =
  "| Endpoint | Caller | Workspaces | CORS | Stores | Audience | DPoP | Discovery | Step | `/admin` | Probe |\n" +
  `|${" --- |".repeat(11)}\n`;

function row(operation: Operation): string {
  const { cors, stores_before_authentication, assertion_audience, dpop } = operation;
  const cells = [
    nameOf(operation),
    callerOf(operation),
    mark(operation.workspaces !== undefined),
    cors === "none" ? "" : cors,
    mark(stores_before_authentication),
    mark(assertion_audience),
    mark(dpop),
    discoveryOf(operation),
    stepsOf(operation).join(", "),
    mark(operation.under_admin),
    operation.probe ?? "",
  ];
  return `| ${cells.join(" | ")} |\n`;
}

function callerOf({ access, role, authentication }: Operation): string {
  if (authentication === null) return "";
  return authentication === "api_key" ? `\`api_key\`, ${access}, ${role}` : code(authentication);
}

function mark(applies: boolean): string {
  return applies ? "yes" : "";
}

function nameOf({ method, path, also_by_post, also_at = [] }: Operation): string {
  const methods = also_by_post ? `${method}, POST` : method;
  return [`${methods} ${path}`, ...also_at].map(code).join(", ");
}

function discoveryOf({ discovery }: Operation): string {
  if (discovery === null) return "";
  return discovery.mtls_alias ? `${code(discovery.name)}, mTLS` : code(discovery.name);
}

function stepsOf({ inspect }: Operation): string[] {
  if (inspect === null) return [];
  const { step, other_steps } = inspect;
  const others = other_steps.map((other) => other.step);
  const steps = step === "of_grant_type" ? others : [step, ...others];
  const names = steps.flatMap(({ name, refused }) => (refused === null ? [name] : [name, refused]));
  return [...(step === "of_grant_type" ? ["by grant type"] : []), ...names.map(code)];
}

function code(text: string): string {
  return `\`${text}\``;
}
