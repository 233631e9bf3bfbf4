import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type Client, Provider } from "oidc-provider";
import MemoryAdapter from "oidc-provider/lib/adapters/memory_adapter.js";
import { photos } from "./subject.ts";

/**
 * node-oidc-provider as its documentation sets it up, and its own in-memory adapter, on a Map
 * instead of its LRU cache of a thousand entries. Arguments: the algorithm of ID tokens, how many live tokens to create,
 * and the file to write them to.
 */
const [alg = "ES256", count = "0", file = ""] = process.argv.slice(2);
const server = createServer();
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
const issuer = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
const storage = new Map<string, unknown>();

const provider = new Provider(issuer, {
  adapter: (model: string) => new MemoryAdapter(model, storage),
  clients: [
    {
      client_id: photos.client_id,
      client_secret: photos.client_secret,
      redirect_uris: [photos.redirect_uri],
      grant_types: ["client_credentials", "authorization_code", "refresh_token"],
      response_types: ["code"],
      id_token_signed_response_alg: alg,
      scope: "openid photos.read photos.write",
    },
  ],
  scopes: ["openid", "photos.read", "photos.write"],
  jwks: { keys: [signingKey("ec"), signingKey("rsa")] },
  cookies: { keys: ["a key of a benchmark"] },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: () => true },
  },
  ttl: { ClientCredentials: 86_400, AccessToken: 86_400 },
  interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  findAccount: (_: unknown, accountId: string) => ({
    accountId,
    claims: () => ({ sub: accountId }),
  }),
  issueRefreshToken: (_: unknown, client: Client) => client.grantTypeAllowed("refresh_token"),
  rotateRefreshToken: true,
});

// Login and consent app: returns the request, and accepts it.
provider.use(async (context, next) => {
  const [, uid, verb] = /^\/interaction\/([\w-]+)(?:\/(login|consent))?$/.exec(context.path) ?? [];
  const interaction = uid === undefined ? undefined : await provider.Interaction.find(uid);
  if (interaction === undefined) return next();
  if (verb === undefined) {
    context.body = {
      client_id: interaction.params["client_id"],
      subject: interaction.session?.accountId,
    };
    return;
  }
  const accountId = context.query["subject"] ?? "";
  const consent = async (): Promise<string> => {
    const grant = new provider.Grant({ accountId, clientId: photos.client_id });
    grant.addOIDCScope("openid");
    return grant.save();
  };
  interaction.result =
    verb === "login" ? { login: { accountId } } : { consent: { grantId: await consent() } };
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
  context.body = { redirect_to: interaction.returnTo };
});

function signingKey(kind: "ec" | "rsa"): object {
  const { privateKey } =
    kind === "ec"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kid: kind, use: "sig" };
}

if (Number(count) > 0) {
  const client = await provider.Client.find(photos.client_id);
  if (client === undefined) throw new Error("Photos is unknown.");
  const tokens: string[] = [];
  for (let made = 0; made < Number(count); made += 1) {
    tokens.push(await new provider.ClientCredentials({ client, scope: "photos.read" }).save());
  }
  writeFileSync(file, `${tokens.join("\n")}\n`);
}

const answer = provider.callback();
server.on("request", (request, response) => answer(request, response));
console.log(issuer);
process.once("SIGTERM", () => process.exit());
