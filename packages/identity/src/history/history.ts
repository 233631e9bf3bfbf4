import { type Acting, randomBytes } from "@latchkey/server/feature/endpoints";
import type { Listing, Page } from "@latchkey/server/feature/store";
import type { Happening, Origin } from "@latchkey/sign-in";
import { type AccountEvent, shortenAddress, supportId, useId } from "./event.ts";
import type { AccountEvents } from "./store.ts";

/** What happened to accounts. */
export interface History {
  /** An event to be stored with what happened. */
  eventOf(subject: string, happened: Happening, by: Origin | "administrator"): AccountEvent;
  /** Stores an event of what has happened already; where that fails, it is logged. */
  add(subject: string, happened: Happening, by: Origin | "administrator"): Promise<void>;
  /** Stores that a client got a token of a provider that is kept for the user. Rejects where it cannot be stored. */
  recordUse(
    subject: string,
    use: { readonly client_id: string; readonly name: string; readonly provider: string },
  ): Promise<void>;
  /** An event of an operator who acts for a user, to be stored with the token. */
  supportOf(acting: Acting): AccountEvent;
  /** The latest first, those included that were only noted. */
  list(subject: string, page: Page): Promise<Listing<AccountEvent>>;
}

interface HistoryOptions {
  readonly events: AccountEvents;
  /** Milliseconds. */
  readonly now_ms: () => number;
  /** For how many seconds events are kept now. */
  readonly keptFor: () => number;
  /** Stores what was only noted. */
  readonly flush: () => Promise<void>;
  readonly report: (error: unknown) => void;
}

export function createHistory(options: HistoryOptions): History {
  const { events, now_ms, keptFor, flush, report } = options;
  const now = (): number => Math.floor(now_ms() / 1000);
  const mintId = createIdMint(now_ms);

  const eventOf: History["eventOf"] = (subject, happened, by) => {
    const { kind, amr = [], factor, name, client_id, provider, fields = [] } = happened;
    const { actor, reason } = happened;
    const at = now();
    return {
      subject,
      event_id: mintId(),
      kind,
      at,
      count: 1,
      by_administrator: by === "administrator",
      ...originOf(by),
      amr,
      factor,
      name: name === "" ? undefined : name,
      client_id,
      provider,
      actor,
      reason,
      fields,
      expires_at: at + keptFor(),
    };
  };

  return {
    eventOf,
    async add(subject, happened, by) {
      try {
        await events.add(eventOf(subject, happened, by));
      } catch (error) {
        report(error);
      }
    },

    async recordUse(subject, use) {
      const event = eventOf(subject, { kind: "kept_token_used", ...use }, noBrowser);
      await events.add({ ...event, event_id: useId(event) });
    },

    supportOf({ subject, actor, client: { client_id, client_name: name }, reason }) {
      const happened = { client_id, name, actor: actor.name, reason };
      const event = eventOf(subject, { kind: "support_access", ...happened }, noBrowser);
      return { ...event, event_id: supportId(event, actor.subject) };
    },

    async list(subject, page) {
      await flush();
      return events.list(subject, page, now());
    },
  };
}

/** A client did it by itself, or for an operator. */
const noBrowser: Origin = { device: "", address: undefined };

/** Ids that sort by time, and those of one process and one millisecond in their order. Hexadecimal digits sort alike everywhere. */
function createIdMint(now_ms: () => number): () => string {
  let count = 0;
  return () => {
    count = (count + 1) % 0x10000;
    const [time, order] = [now_ms().toString(16), count.toString(16)];
    return time.padStart(12, "0") + order.padStart(4, "0") + randomBytes(8).toString("hex");
  };
}

function originOf(by: Origin | "administrator"): Pick<AccountEvent, "device" | "address"> {
  if (by === "administrator") return { device: "", address: undefined };
  return { device: by.device, address: shortenAddress(by.address) };
}
