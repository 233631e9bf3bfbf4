import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleClient } from "../../../src/oauth/example-client.ts";
import type { PollingPace } from "../../../src/oauth/polling-pace.ts";
import type { BackchannelRequest } from "../../../src/features/backchannel/rules/authentication-request.ts";
import {
  backchannel_delivery,
  type BackchannelDelivery,
  createBackchannelRequests,
} from "../../../src/features/backchannel/store.ts";
import { text } from "../../../src/store/database/columns.ts";
import { query } from "../../../src/store/database/statement.ts";
import { keyAt, toId } from "../../../src/store/port/ids.ts";
import type { Store } from "../../../src/store/port/store.ts";
import { createDeliveries } from "../../../src/store/tables/outbox.ts";
import { aGrant, anId, NOW, type Servers } from "./example.ts";

const requestsOf = (store: Store) => createBackchannelRequests(store.tools);
const deliveriesOf = ({ tools }: Store) => createDeliveries(tools.database, backchannel_delivery);

const limits = { per_user: 10, per_client: 3 };
let users = 0;

/** A request for a user of its own, unless it says otherwise. */
function aRequest(request: Partial<BackchannelRequest> = {}): BackchannelRequest {
  users += 1;
  return {
    request_id: anId(),
    client_id: "bank",
    client_key: 5,
    addressee: `user-${users}`,
    subject_key: undefined,
    state: "waiting",
    requested_at: NOW,
    valid_until: NOW + 120,
    expires_at: NOW + 300,
    poll_interval: 5,
    polled_at_ms: undefined,
    asked: {
      scope: ["openid"],
      audience: ["https://api.example"],
      authorization_details: [{ type: "payment", amount: 1 }],
      acr_values: ["2"],
      required_acr: ["2"],
      max_age: 60,
      claims: { id_token: { email: null } },
      login_hint: "alice",
      subject: "subject-of-alice",
      binding_message: "W4SCT",
      ui_locales: ["de"],
      client_notification_token: "unspoken-token-of-the-client",
    },
    ...request,
  };
}

function aDelivery(delivery: Partial<BackchannelDelivery> = {}): BackchannelDelivery {
  return {
    delivery_id: anId(),
    request_id: anId(),
    kind: "asked",
    attempts: 0,
    due_at: NOW,
    expires_at: NOW + 120,
    ...delivery,
  };
}

/** The contract of backchannel authentication requests and their deliveries. */
export function describeBackchannel(servers: () => Servers): void {
  const client = exampleClient({ client_id: "bank", client_key: 5 });
  const begun = { kind: "begun" } as const;

  describe("backchannel requests", () => {
    it("are found until they are no longer valid, and what was asked is sealed", async () => {
      const { store, peer, database } = servers();
      const request = aRequest();
      const { request_id } = request;
      assert.deepEqual(await requestsOf(store).begin(request, limits, undefined), begun);
      assert.deepEqual(await requestsOf(peer).find(request_id, NOW + 119), request);
      assert.equal(await requestsOf(peer).find(request_id, NOW + 120), undefined);
      const [row] = await database.read(() => sealedText({ addressee: request.addressee }));
      assert.doesNotMatch(row?.sealed ?? "", /unspoken|W4SCT/);
    });

    it("are listed for their user while they wait, the newest first", async () => {
      const { store, peer } = servers();
      const own = requestsOf(store);
      const first = aRequest();
      const { addressee } = first;
      const second = aRequest({ addressee, requested_at: NOW + 1 });
      const denied = aRequest({ addressee });
      for (const one of [first, second, denied, aRequest()])
        await own.begin(one, limits, undefined);
      await own.reject(denied.request_id, undefined);
      const listed = await requestsOf(peer).listWaiting(addressee, NOW + 1);
      assert.deepEqual(listed, [second, first]);
      assert.deepEqual(await requestsOf(peer).listWaiting(addressee, NOW + 120), []);
    });

    it("are no more than the limits of a user and a client allow, at all servers together", async () => {
      const { store, peer } = servers();
      const { addressee } = aRequest();
      const from = (client_id: string) => aRequest({ addressee, client_id });
      const askAt = (index: number, client_id: string) =>
        requestsOf(index % 2 === 0 ? store : peer).begin(from(client_id), limits, undefined);
      const all = await Promise.all(
        Array.from({ length: 24 }, (_, index) => askAt(index, `client-${index}`)),
      );
      assert.equal(all.filter(({ kind }) => kind === "begun").length, limits.per_user);
      const refused = all.find(({ kind }) => kind === "too_many");
      assert.deepEqual(refused, { kind: "too_many", limit: "per_user", until: NOW + 300 });
    });

    it("of one client are fewer, count when they were denied, and stop when accepted or expired", async () => {
      const { store, peer } = servers();
      const own = requestsOf(store);
      const { addressee } = aRequest();
      const requests = Array.from({ length: 3 }, () => aRequest({ addressee }));
      for (const one of requests) await own.begin(one, limits, undefined);
      const refused = { kind: "too_many", limit: "per_client", until: NOW + 300 };
      const again = () => requestsOf(peer).begin(aRequest({ addressee }), limits, undefined);
      assert.deepEqual(await again(), refused);
      const [denied, accepted] = requests;
      await own.reject(denied?.request_id ?? "", undefined);
      assert.deepEqual(await again(), refused);
      await own.accept(aGrant({ grant_id: accepted?.request_id ?? "" }), undefined);
      assert.deepEqual(await again(), begun);
      const later = aRequest({ addressee, requested_at: NOW + 300 });
      assert.deepEqual(await own.begin(later, limits, undefined), begun);
    });

    it("are answered once, with their grant and their delivery", async () => {
      const { store, peer } = servers();
      const request = aRequest();
      const { request_id } = request;
      await requestsOf(store).begin(request, limits, undefined);
      const grant = aGrant({ grant_id: request_id });
      const deliveries = Array.from({ length: 4 }, () =>
        aDelivery({ request_id, kind: "answered" }),
      );
      const won = await Promise.all(
        deliveries.map((delivery, index) =>
          index % 2 === 0
            ? requestsOf(store).accept(grant, delivery)
            : requestsOf(peer).reject(request_id, delivery),
        ),
      );
      assert.equal(won.filter(Boolean).length, 1);
      const winner = won.indexOf(true);
      const state = winner % 2 === 0 ? "accepted" : "rejected";
      assert.equal((await requestsOf(peer).find(request_id, NOW))?.state, state);
      assert.equal((await peer.grants.find(grant)) !== undefined, state === "accepted");
      const due = await deliveriesOf(peer).take(NOW, NOW + 30, 1_000);
      const own = due.filter((one) => one.request_id === request_id);
      assert.deepEqual(
        own.map(({ delivery_id }) => delivery_id),
        [deliveries[winner]?.delivery_id],
      );
    });

    it("keep one pace at all servers, for their own client, while they are valid", async () => {
      const { store, peer } = servers();
      const request = aRequest();
      const { request_id } = request;
      await requestsOf(store).begin(request, limits, undefined);
      const slower = ({ poll_interval }: PollingPace) => ({
        poll_interval: poll_interval + 5,
        polled_at_ms: NOW * 1000,
        too_fast: true,
      });
      const polled = await Promise.all(
        [store, peer, store].map((server) =>
          requestsOf(server).poll(request_id, client, NOW, slower),
        ),
      );
      const intervals = polled.map((one) => one?.request.poll_interval ?? 0);
      assert.deepEqual(
        intervals.toSorted((one, other) => one - other),
        [10, 15, 20],
      );
      assert.deepEqual(polled[0]?.request.asked, request.asked);
      const never = () => assert.fail("The pace was read.");
      for (const [stranger, at] of [
        [{ ...client, client_id: "other" }, NOW],
        [{ ...client, client_key: 6 }, NOW],
        [client, NOW + 120],
      ] as const)
        assert.equal(await requestsOf(peer).poll(request_id, stranger, at, never), undefined);
    });

    it("are swept with their deliveries when they have expired", async () => {
      const { store, database } = servers();
      const expires_at = NOW - 1_000;
      const request_id = toId(
        Buffer.concat([keyAt(expires_at - 1), Buffer.alloc(10)]).subarray(0, 16),
      );
      const request = aRequest({ request_id, expires_at, valid_until: NOW + 1 });
      await requestsOf(store).begin(request, limits, aDelivery({ request_id, expires_at }));
      await store.sweep(NOW - 900, 1_000);
      assert.equal(await requestsOf(store).find(request_id, NOW - 2_000), undefined);
      assert.deepEqual(await database.read(() => sealedText({ addressee: request.addressee })), []);
    });
  });

  describe("backchannel deliveries", () => {
    it("are taken by one server, postponed, and removed when they are finished", async () => {
      const { store, peer } = servers();
      const delivery = aDelivery();
      const { delivery_id } = delivery;
      await requestsOf(store).begin(aRequest(), limits, delivery);
      const take = async (server: typeof store, now: number) =>
        (await deliveriesOf(server).take(now, now + 30, 1_000)).filter(
          (one) => one.delivery_id === delivery_id,
        );
      const both = await Promise.all([take(store, NOW), take(peer, NOW)]);
      assert.deepEqual(both.flat(), [{ ...delivery, attempts: 1, due_at: NOW + 30 }]);
      await deliveriesOf(store).postpone(delivery_id, NOW + 5);
      assert.deepEqual(await take(peer, NOW + 4), []);
      assert.equal((await take(peer, NOW + 5)).length, 1);
      await deliveriesOf(peer).finish(delivery_id);
      assert.deepEqual(await take(store, NOW + 60), []);
    });
  });
}

const sealedText = query({
  given: { addressee: text },
  returns: {
    sealed: {
      ...text,
      read: (value: unknown) =>
        Buffer.from(value instanceof Uint8Array ? value : []).toString("latin1"),
    },
  },
  sql: "select sealed from backchannel_request where addressee = :addressee",
});
