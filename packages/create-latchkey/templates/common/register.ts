// Registers at Latchkey what this project needs, over the admin API. Repeating it does no harm.
import { ApiError, type Client, createClient } from "@latchkey/client";

type ClientFields = Parameters<Client["createOAuth2Client"]>[0]["body"];
type ApiFields = Parameters<Client["createApi"]>[0]["body"];

/** The admin API of a running server: `npm run setup` uses it. */
export function adminApi(): Client {
  const admin = process.env["LATCHKEY_ADMIN"] ?? "http://127.0.0.1:4445";
  const api_key = process.env["LATCHKEY_API_KEY"];
  return createClient({ admin, ...(api_key !== undefined && { api_key }) });
}

/** Registers a client, or replaces what is registered under its id. */
export async function registerClient(
  latchkey: Client,
  client_id: string,
  fields: ClientFields,
): Promise<void> {
  const body = { client_id, ...fields };
  await unlessTaken(latchkey.createOAuth2Client({ body }), () =>
    latchkey.updateOAuth2Client({ id: client_id, body }),
  );
}

/** Registers an API that clients can request tokens for. */
export async function registerApi(latchkey: Client, body: ApiFields): Promise<void> {
  await unlessTaken(latchkey.createApi({ body }), async () => {});
}

async function unlessTaken(creation: Promise<unknown>, otherwise: () => Promise<unknown>) {
  try {
    await creation;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    await otherwise();
  }
}
