/** RFC 8693: from a token to another one, with which a service acts for the user. */

import { type Exchanger, type Model, nowOf, type Token, ttl } from "./state.ts";
import { isActive } from "./tokens.ts";

/** Whose tokens each may exchange, beside its own. */
const mayExchange: Readonly<Record<Exchanger, readonly Exchanger[]>> = {
  photos: [],
  mallory: [],
  gateway: ["photos"],
  ghost: ["photos", "gateway"],
};

/** The token that comes of it; undefined when it is refused. */
export function exchange(model: Model, subject: Token, by: Exchanger): Token | undefined {
  const { use, grant, generation, exchanged } = subject;
  if (use !== "access_token" || !isActive(model, subject)) return undefined;
  const { client = "photos", actors: before = [] } = exchanged ?? {};
  if (client !== by && !mayExchange[by].includes(client)) return undefined;
  const isActor = client !== by && by === "gateway";
  const token: Token = {
    use,
    grant,
    generation,
    expires_at: Math.min(subject.expires_at, nowOf(model) + ttl.access_token),
    exchanged: {
      client: by,
      epoch: model.epoch,
      actors: isActor ? [by, ...before] : before,
      revoked: false,
    },
  };
  model.tokens.push(token);
  return token;
}
