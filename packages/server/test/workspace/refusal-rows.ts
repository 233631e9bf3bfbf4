import { basic } from "@latchkey/client";
import type { TestServer } from "../support/server.ts";
import type { Body, Caller, PostOptions, Received } from "./caller.ts";
import { CALLBACK, type WorkspaceSetUp, registerIntegration } from "./authorization.ts";
import type { Envelope } from "./refusal.ts";

/** A code that waits to be exchanged, and all that stands around it. */
export interface Scene {
  readonly world: TestServer;
  readonly office: WorkspaceSetUp;
  readonly caller: Caller;
  readonly code: string;
}

/** A refusal that uses nothing up: whatever is done here, the code is still valid afterwards. */
export interface Row {
  readonly when: string;
  readonly status: number;
  readonly code: string;
  /** Errors below OAuth have the standard shape, whatever the setting. */
  readonly envelope?: Envelope;
  readonly provoke: (scene: Scene) => Promise<Received>;
}

/** Sends what would be a good exchange, but for the options. */
const send =
  (options: PostOptions | ((scene: Scene) => PostOptions | Promise<PostOptions>)) =>
  async (scene: Scene): Promise<Received> => {
    const asked = typeof options === "function" ? await options(scene) : options;
    return scene.caller.post("token", goodBody(scene), asked);
  };

const authorization = (value: string | undefined) => send({ authorization: value });

/** Sends another body than the good one. */
export const sendBody =
  (make: (scene: Scene) => Body, headers: PostOptions["headers"] = {}) =>
  (scene: Scene): Promise<Received> =>
    scene.caller.post("token", make(scene), { headers });

/** The good body with something else in it. */
export const change = (members: object) =>
  sendBody((scene) => ({ ...goodBody(scene), ...members }));

/** What would be exchanged. */
export const goodBody = ({ code }: Pick<Scene, "code">) => ({
  grant_type: "authorization_code",
  code,
  redirect_uri: CALLBACK,
});

const unproven = { status: 401, code: "invalid_client" } as const;

/** Who is calling, and how that can fail. */
export const clientRows: readonly Row[] = [
  { ...unproven, when: "without an Authorization header", provoke: authorization(undefined) },
  { ...unproven, when: "with an empty one", provoke: authorization("") },
  { ...unproven, when: "with a bearer token", provoke: authorization("Bearer lk_wat_guess") },
  { ...unproven, when: "with Basic and nothing", provoke: authorization("Basic ") },
  { ...unproven, when: "with what is no base64", provoke: authorization("Basic §§§") },
  {
    ...unproven,
    when: "with the letters of base64url",
    provoke: authorization(`Basic ${Buffer.from("a:>>>???").toString("base64url")}`),
  },
  { ...unproven, when: "without a colon", provoke: authorization(`Basic ${btoa("photos")}`) },
  { ...unproven, when: "with an empty id", provoke: authorization(basicRaw("", "secret")) },
  {
    ...unproven,
    when: "with an empty secret",
    provoke: send(({ office }) => ({ authorization: basicRaw(office.photos.client_id, "") })),
  },
  {
    ...unproven,
    when: "with two pairs of credentials",
    provoke: send(({ office: { photos } }) => ({
      authorization: `${photos.authorization}, ${photos.authorization}`,
    })),
  },
  {
    ...unproven,
    when: "as an unknown integration",
    provoke: authorization(basic("0b57ac1e-0000-4000-8000-000000000000", "lk_cs_guess")),
  },
  {
    ...unproven,
    when: "with the wrong secret",
    provoke: send(({ office }) => ({ authorization: basic(office.photos.client_id, "wrong") })),
  },
  {
    ...unproven,
    when: "with the secret in another case",
    provoke: send(({ office: { photos } }) => ({
      authorization: basic(photos.client_id, photos.client_secret?.toUpperCase() ?? ""),
    })),
  },
  {
    ...unproven,
    when: "with another integration's secret",
    provoke: send(async ({ world, office }) => {
      const mallory = await registerIntegration(world.latchkey, { name: "Mallory" });
      return { authorization: basic(office.photos.client_id, mallory.client_secret ?? "") };
    }),
  },
  {
    ...unproven,
    when: "with the credentials in a JSON body alone",
    provoke: ({ caller, office, code }) =>
      caller.post("token", { ...goodBody({ code }), ...credentialsOf(office) }, unauthenticated),
  },
  {
    ...unproven,
    when: "with the credentials in a form alone",
    provoke: ({ caller, office, code }) => {
      const form = new URLSearchParams({ ...goodBody({ code }), ...credentialsOf(office) });
      return caller.post("token", form, unauthenticated);
    },
  },
];

const unauthenticated = { authorization: undefined };

const below = { status: 400, envelope: "standard" } as const;

/** What is wrong below OAuth. */
export const transportRows: readonly Row[] = [
  ...[undefined, "", "  "].map((version) => ({
    ...below,
    code: "missing_version",
    when: `a Service-Version that is ${JSON.stringify(version)}`,
    provoke: send({ headers: { "Service-Version": version } }),
  })),
  ...["2026-03-12", "latest", "2026-03-11, 2026-03-11", "v1"].map((version) => ({
    ...below,
    code: "validation_error",
    when: `the Service-Version ${version}`,
    provoke: send({ headers: { "Service-Version": version } }),
  })),
];

function credentialsOf({ photos }: WorkspaceSetUp) {
  return { client_id: photos.client_id, client_secret: photos.client_secret ?? "" };
}

function basicRaw(client_id: string, client_secret: string): string {
  return `Basic ${btoa(`${client_id}:${client_secret}`)}`;
}
