import { decodeJwt, isLoopback, ok, type Outbound } from "@latchkey/server/testing";

/** A back-channel logout: OpenID Connect Back-Channel Logout §2.5. */
export interface BackchannelCall {
  /** The `backchannel_logout_uri` of the client. */
  readonly url: string;
  /** The JWT that the client gets. */
  readonly logout_token: string;
  /** The claims of the logout token: `sub`, `sid`, `aud`, `events` and others. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The status of the response; 200 for a call that was only recorded, undefined until there is a response. */
  readonly status: number | undefined;
}

/** Records the back-channel logouts of a server. */
export interface Backchannel {
  readonly calls: readonly BackchannelCall[];
  readonly wrapOutbound: (outbound: Outbound) => Outbound;
  /** Resolves when `delivered` does, or when a call waits for an app: the app may be waiting for this server in turn. */
  untilRecorded(delivered: Promise<void>): Promise<void>;
}

/** With `deliver`, calls to this machine are sent as well; all others are only recorded. */
export function createBackchannel(deliver: boolean): Backchannel {
  const calls: BackchannelCall[] = [];
  let sending = 0;
  let started = Promise.withResolvers<void>();

  const record = (url: string, logout_token: string) => {
    const claims = decodeJwt(logout_token)?.claims ?? {};
    const call: { -readonly [Field in keyof BackchannelCall]: BackchannelCall[Field] } = {
      url,
      logout_token,
      claims,
      status: undefined,
    };
    calls.push(call);
    return call;
  };

  return {
    calls,
    wrapOutbound: (outbound) => ({
      ...outbound,
      async postForm(url, fields, owner) {
        const call = record(url, fields["logout_token"] ?? "");
        if (!deliver || !isLoopback(new URL(url).hostname))
          return ok({ status: (call.status = 200) });
        sending += 1;
        started.resolve();
        const reply = await outbound.postForm(url, fields, owner);
        sending -= 1;
        if (sending === 0) started = Promise.withResolvers();
        if (reply.ok) call.status = reply.value.status;
        return reply;
      },
    }),
    untilRecorded: (delivered) => Promise.race([delivered, started.promise]),
  };
}
