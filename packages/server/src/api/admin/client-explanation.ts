import type { OAuth2ClientExplanation } from "@latchkey/api";
import type { Endpoint } from "../../context/context.ts";
import { refuse } from "../../http/refuse.ts";
import { json } from "../../http/response.ts";
import { profileOf } from "../../oauth/profiles/profile.ts";
import { explainProfile } from "../../oauth/profiles/explain-rules.ts";
import { clientUnknown } from "../client-errors.ts";

/** GET /clients/{id}/explanation: the rules that a client is held to. */
export const explainOAuth2Client: Endpoint = async (request, context) => {
  const { config, store } = context;
  const client = await store.clients.find(request.params["id"] ?? "");
  if (client === undefined) return refuse(clientUnknown, request, context);
  const profile = profileOf(client, config["security.profile"]);
  const explanation: OAuth2ClientExplanation = {
    client_id: client.client_id,
    profile,
    set_by: client.security_profile === undefined ? "server" : "client",
    rules: explainProfile(profile, client),
  };
  return json(200, explanation);
};
