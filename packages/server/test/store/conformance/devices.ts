import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createDeviceAuthorizations } from "../../../src/features/device/store.ts";
import type { Store } from "../../../src/store/port/store.ts";
import { exampleClient } from "../../../src/oauth/example-client.ts";
import type { DeviceAuthorization } from "../../../src/features/device/rules/device-authorization.ts";
import type { PollingPace } from "../../../src/oauth/polling-pace.ts";
import { keyAt, toId } from "../../../src/store/port/ids.ts";
import { aFlow, anId, NOW, plain, type Servers } from "./example.ts";

const devicesOf = (store: Store) => createDeviceAuthorizations(store.tools);

/** The contract of device authorizations. */
export function describeDevices(servers: () => Servers): void {
  const client = exampleClient({ client_id: "tv", client_key: 5 });

  const aDevice = (device: Partial<DeviceAuthorization> = {}): DeviceAuthorization => ({
    device_id: anId(),
    client_id: "tv",
    client_key: 5,
    scope: ["openid", "offline"],
    audience: ["https://api.example"],
    state: "waiting",
    challenge_id: undefined,
    requested_at: NOW,
    expires_at: NOW + 600,
    poll_interval: 5,
    polled_at_ms: undefined,
    authorization_details: [{ type: "payment", amount: 1 }],
    authentication: { acr_values: ["gold"], max_age: 60, claims: { id_token: { acr: null } } },
    ...device,
  });
  const aFlowOf = ({ device_id, expires_at }: DeviceAuthorization) =>
    aFlow({ flow_id: device_id, purpose: { kind: "device", expires_at } });

  describe("device authorizations", () => {
    it("are found by id and by user code, under any MAC, until they expire", async () => {
      const { store, peer } = servers();
      const [device, mac] = [aDevice(), anId()];
      assert.equal(await devicesOf(store).begin(device, mac), true);
      assert.deepEqual(await devicesOf(peer).find(device.device_id, NOW), device);
      const found = await devicesOf(peer).findUserCode([anId(), mac], NOW);
      assert.deepEqual(found, device);
      assert.equal(await devicesOf(store).find(device.device_id, NOW + 600), undefined);
      assert.equal(await devicesOf(store).findUserCode([mac], NOW + 600), undefined);
      assert.equal(await devicesOf(store).findUserCode([anId()], NOW), undefined);
    });

    it("never share a user code", async () => {
      const { store, peer } = servers();
      const [device, mac] = [aDevice(), anId()];
      await devicesOf(store).begin(device, mac);
      assert.equal(await devicesOf(peer).begin(aDevice(), mac), false);
      assert.deepEqual(await devicesOf(store).findUserCode([mac], NOW), device);
    });

    it("are accepted by one browser, whose flow begins", async () => {
      const { store, peer } = servers();
      const device = aDevice();
      const flow = aFlowOf(device);
      await devicesOf(store).begin(device, anId());
      const browsers = [anId(), anId(), anId(), anId()];
      const accepted = await Promise.all(
        browsers.map((browser, index) =>
          devicesOf(index % 2 === 0 ? store : peer).accept(browser, flow, NOW + 900),
        ),
      );
      assert.equal(accepted.filter(Boolean).length, 1);
      assert.deepEqual(await devicesOf(peer).find(device.device_id, NOW), {
        ...device,
        state: "accepted",
        challenge_id: browsers[accepted.indexOf(true)],
      });
      const begun = await peer.flows.find(device.device_id);
      assert.deepEqual(begun && plain(begun), plain(flow));
      assert.equal(await devicesOf(store).reject(anId(), device.device_id), false);
    });

    it("are rejected once, and then not accepted", async () => {
      const { store, peer } = servers();
      const device = aDevice();
      await devicesOf(store).begin(device, anId());
      assert.equal(await devicesOf(store).reject(anId(), device.device_id), true);
      assert.equal(await devicesOf(peer).reject(anId(), device.device_id), false);
      assert.equal(await devicesOf(peer).accept(anId(), aFlowOf(device), NOW + 900), false);
      assert.equal(await store.flows.find(device.device_id), undefined);
    });

    it("keep one pace at all servers", async () => {
      const { store, peer } = servers();
      const device = aDevice();
      await devicesOf(store).begin(device, anId());
      const slower = ({ poll_interval }: PollingPace) => ({
        poll_interval: poll_interval + 5,
        polled_at_ms: NOW * 1000,
        too_fast: true,
      });
      const polled = await Promise.all(
        [store, peer, store, peer].map((server) =>
          devicesOf(server).poll(device.device_id, client, NOW, slower),
        ),
      );
      const intervals = polled.map((one) => one?.device.poll_interval ?? 0);
      assert.deepEqual(
        intervals.toSorted((one, other) => one - other),
        [10, 15, 20, 25],
      );
      assert.equal((await devicesOf(store).find(device.device_id, NOW))?.poll_interval, 25);
    });

    it("are polled by their own client only, and until they expire", async () => {
      const { store } = servers();
      const device = aDevice();
      await devicesOf(store).begin(device, anId());
      const never = () => assert.fail("The pace was read.");
      for (const [stranger, at] of [
        [{ ...client, client_id: "other" }, NOW],
        [{ ...client, client_key: 6 }, NOW],
        [client, NOW + 600],
      ] as const) {
        const polled = await devicesOf(store).poll(device.device_id, stranger, at, never);
        assert.equal(polled, undefined);
      }
    });

    it("are swept when they have expired, and their user code is free again", async () => {
      const { store } = servers();
      const [mac, expires_at] = [anId(), NOW - 1_000];
      const device_id = toId(
        Buffer.concat([keyAt(expires_at - 1), Buffer.alloc(10)]).subarray(0, 16),
      );
      await devicesOf(store).begin(aDevice({ device_id, expires_at }), mac);
      assert.equal(await devicesOf(store).begin(aDevice(), mac), false);
      await store.sweep(NOW - 900, 1_000);
      assert.equal(await devicesOf(store).begin(aDevice(), mac), true);
    });
  });
}
