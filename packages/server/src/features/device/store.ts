import type { Flow } from "../../interaction/flow.ts";
import type { Client } from "../../oauth/client.ts";
import type { PolledPace, PollingPace } from "../../oauth/polling-pace.ts";
import type { StoreTools } from "../../store/store-tools.ts";
import type { RequestedAuthentication } from "../../oauth/authentication-requirements.ts";
import type { AuthorizationDetail } from "../../oauth/authorization-details/parse-details.ts";
import type { DeviceAuthorization } from "./rules/device-authorization.ts";
import {
  type Column,
  id,
  integer,
  oneOf,
  optional,
  pick,
  table,
  text,
  words,
} from "../../store/database/columns.ts";
import { jsonList } from "../../store/database/json-list.ts";
import { insertValues, names } from "../../store/database/sql.ts";
import { command, insertRow, query } from "../../store/database/statement.ts";
import { documents, optional as maybe, or } from "../../store/port/documents.ts";
import type { Holding } from "../../store/holdings.ts";
import { flowRow } from "../../store/tables/flows.ts";
import { heldRows } from "../../store/tables/held-rows.ts";
import { pollingOf } from "../../store/tables/polling.ts";

const authentications = documents<RequestedAuthentication>({
  table: "device_authorization",
  fields: { acr_values: or([]), max_age: maybe("number"), claims: maybe("object") },
});

/** What the device requires of the login, as JSON. */
const authentication: Column<RequestedAuthentication> = {
  type: "text",
  write: (value) => authentications.write(value),
  read: (value) => authentications.read("a device", text.read(value)),
};

export const device_authorization = table("device_authorization", {
  device_id: id,
  client_id: text,
  client_key: integer,
  scope: words,
  audience: words,
  state: oneOf<DeviceAuthorization["state"]>("waiting", "accepted", "rejected"),
  challenge_id: optional(id),
  requested_at: integer,
  expires_at: integer,
  poll_interval: integer,
  polled_at_ms: optional(integer),
  authorization_details: optional(jsonList<AuthorizationDetail>("device_authorization")),
  authentication: optional(authentication),
});

/** Which device a user code is for. */
export const device_user_code = table("device_user_code", {
  user_code_mac: id,
  device_id: id,
  expires_at: integer,
});

const { columns } = device_authorization;
const codeColumns = device_user_code.columns;
const at = { now: integer };
const claimCode = command({
  given: codeColumns,
  sql: `insert into device_user_code ${insertValues(codeColumns)}
   on conflict (user_code_mac) do nothing returning device_id`,
});
const insert = command({
  given: columns,
  sql: `insert into device_authorization ${insertValues(columns)}`,
});
const select = query({
  given: { ...pick(columns, "device_id"), ...at },
  returns: columns,
  sql: `select ${names(columns)} from device_authorization
   where device_id = :device_id and expires_at > :now`,
});
const selectCode = query({
  given: pick(codeColumns, "user_code_mac"),
  returns: pick(codeColumns, "device_id"),
  sql: "select device_id from device_user_code where user_code_mac = :user_code_mac",
});
const answer = command({
  given: pick(columns, "device_id", "state", "challenge_id"),
  sql: `update device_authorization set state = :state, challenge_id = :challenge_id
   where device_id = :device_id and state = 'waiting' returning device_id`,
});
const polling = pollingOf(device_authorization, {
  key: "device_id",
  end: "expires_at",
  read_columns: columns,
});

/** The requests of devices. One that has expired is not found. */
export interface DeviceAuthorizations {
  /** `user_code_mac` is base64url. False when another request has the same user code, and then nothing is written. */
  begin(device: DeviceAuthorization, user_code_mac: string): Promise<boolean>;
  find(device_id: string, now: number): Promise<DeviceAuthorization | undefined>;
  /** The request whose user code has one of these MACs. */
  findUserCode(
    user_code_macs: readonly string[],
    now: number,
  ): Promise<DeviceAuthorization | undefined>;
  /**
   * A browser entered the user code: begins its flow, which has the id of the device. False when the code was accepted or
   * rejected before, and then nothing is written.
   */
  accept(challenge_id: string, flow: Flow, flow_expires_at: number): Promise<boolean>;
  /** The user does not know the device. As `accept` otherwise. */
  reject(challenge_id: string, device_id: string): Promise<boolean>;
  /**
   * The device asks for its tokens: reads its pace, lets `decide` choose the next one and writes that, with the row locked
   * against other servers. Undefined when this client has no such request, and then nothing is written.
   */
  poll(
    device_id: string,
    client: Client,
    now: number,
    decide: (pace: PollingPace) => PolledPace,
  ): Promise<PolledDevice | undefined>;
}

/** A device's request, with the pace it has to keep from now on. */
interface PolledDevice {
  readonly device: DeviceAuthorization;
  readonly too_fast: boolean;
}

export function createDeviceAuthorizations({
  database,
  sealer,
  endings: { isEnded },
}: Pick<StoreTools, "database" | "sealer" | "endings">): DeviceAuthorizations {
  const unlessEnded = async (
    device: DeviceAuthorization | undefined,
  ): Promise<DeviceAuthorization | undefined> => {
    if (device === undefined) return undefined;
    const { client_id, audience, requested_at } = device;
    return (await isEnded({ client_id, audience, at: requested_at })) ? undefined : device;
  };

  return {
    begin: (device, user_code_mac) =>
      database.write(function* begin() {
        const { device_id, expires_at } = device;
        if ((yield* claimCode({ user_code_mac, device_id, expires_at })) === 0) return false;
        yield* insert(device);
        return true;
      }),

    async find(device_id, now) {
      const [device] = await database.read(() => select({ device_id, now }));
      return unlessEnded(device);
    },

    async findUserCode(user_code_macs, now) {
      const found = await database.read(function* find() {
        for (const user_code_mac of user_code_macs) {
          const [code] = yield* selectCode({ user_code_mac });
          const [device] = code === undefined ? [] : yield* select({ ...code, now });
          if (device !== undefined) return device;
        }
        return undefined;
      });
      return unlessEnded(found);
    },

    accept: (challenge_id, flow, flow_expires_at) =>
      database.write(function* accept() {
        const device_id = flow.flow_id;
        if ((yield* answer({ device_id, challenge_id, state: "accepted" })) === 0) return false;
        yield* insertRow(flowRow(flow, flow_expires_at, sealer));
        return true;
      }),

    async reject(challenge_id, device_id) {
      return (
        (await database.write(() => answer({ device_id, challenge_id, state: "rejected" }))) > 0
      );
    },

    async poll(device_id, { client_id, client_key }, now, decide) {
      const poller = { polled_id: device_id, client_id, client_key, now };
      const polled = await database.write(() => polling(poller, decide));
      const device = await unlessEnded(polled?.row);
      return polled && device && { device, too_fast: polled.too_fast };
    },
  };
}

/** The requests of devices. Their user codes expire with them. */
export function heldDevices(database: StoreTools["database"]): Holding {
  return heldRows(
    {
      kind: "device_authorizations",
      table: device_authorization,
      key: "device_id",
      key_type: id,
      requested: "requested_at",
      by: { client: "client_id", audience: "audience" },
      indexed: [],
    },
    database,
  );
}
