import { outboundCheckRequest } from "@latchkey/api";
import type { Endpoint } from "../../context/context.ts";
import { readJson } from "../../http/json.ts";
import { refuse } from "../../http/refuse.ts";
import { json, noStore } from "../../http/response.ts";
import { readInput } from "../../oauth/read-input.ts";
import { checkUrlsWith } from "../../outbound/check-urls.ts";

/** POST /outbound/check: what clients, providers and receivers would learn only when a request of theirs fails. */
export const checkOutboundUrls: Endpoint = async (request, context) => {
  const body = readJson(request);
  const input = body.ok ? readInput(body.value, outboundCheckRequest) : body;
  if (!input.ok) return refuse(input.error, request, context);
  const urls = input.value.destinations.map(({ url, self_registered = false }) => ({
    url,
    owner: self_registered ? ("self_described" as const) : ("registered" as const),
  }));
  const check = await checkUrlsWith(urls, context.outbound, context.config["outbound.allow"]);
  return json(200, check, noStore);
};
