import type { Client } from "@latchkey/client";

/** Unsure while a change is under way. */
type State = "active" | "unsure" | "ended";

/** What the servers acknowledged, to be compared with what they know later. */
export interface Ledger {
  /** A token was issued. */
  issued(token: string): void;
  /** A change is about to be sent: until it is acknowledged, the token may be active or not. */
  unsure(token: string): void;
  /** A revocation was acknowledged. */
  ended(token: string): void;
  created(client_id: string): void;
  /** Any token, to be introspected or revoked; undefined where there is none yet. */
  pick(): { readonly token: string; readonly state: State } | undefined;
  /** What an introspection said about a token that was picked. */
  observed(picked: { readonly token: string; readonly state: State }, active: boolean): void;
  /** Compares what was acknowledged since the last call, or ever, with what the servers know. */
  verify(latchkey: Client, which: "new" | "all"): Promise<Verified>;
}

export interface Verified {
  readonly acknowledged: number;
  /** What is not as it was acknowledged. */
  readonly lost: readonly string[];
}

export function createLedger(): Ledger {
  const tokens = new Map<string, State>();
  const clients: string[] = [];
  const changed = new Set<string>();
  const order: string[] = [];
  let contradictions: string[] = [];
  let clientsVerified = 0;

  const set = (token: string, state: State): void => {
    if (!tokens.has(token)) order.push(token);
    tokens.set(token, state);
    changed.add(token);
  };
  return {
    issued: (token) => set(token, "active"),
    unsure: (token) => set(token, "unsure"),
    ended: (token) => set(token, "ended"),
    created: (client_id) => void clients.push(client_id),
    pick() {
      const token = order[Math.floor(Math.random() * order.length)];
      const state = token === undefined ? undefined : tokens.get(token);
      return token === undefined || state === undefined ? undefined : { token, state };
    },
    observed({ token, state }, active) {
      if (state === "unsure" || tokens.get(token) !== state) return; // It was changed meanwhile.
      if (active !== (state === "active")) contradictions.push(`a token that is ${state}`);
    },
    async verify(latchkey, which) {
      const chosen = which === "all" ? [...tokens.keys()] : [...changed];
      changed.clear();
      const lost = contradictions;
      contradictions = [];
      let acknowledged = 0;
      for (let from = 0; from < chosen.length; from += AT_ONCE) {
        const some = chosen.slice(from, from + AT_ONCE);
        await Promise.all(
          some.map(async (token) => {
            const before = tokens.get(token);
            if (before === "unsure") return;
            const { active } = await latchkey.introspectOAuth2Token({ token });
            if (tokens.get(token) !== before) return; // It was revoked or rotated meanwhile.
            acknowledged += 1;
            if (active !== (before === "active")) lost.push(`a token that is ${before}`);
          }),
        );
      }
      const created = which === "all" ? clients : clients.slice(clientsVerified);
      clientsVerified = clients.length;
      for (const id of created) {
        acknowledged += 1;
        const reply = await latchkey.call("getOAuth2Client", { id });
        if (!reply.ok) lost.push(`the client ${id}`);
      }
      return { acknowledged, lost };
    },
  };
}

const AT_ONCE = 16;
