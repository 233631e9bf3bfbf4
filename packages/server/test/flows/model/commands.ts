import type * as fc from "fast-check";
import type { Command } from "./command.ts";
import * as device from "./device-commands.ts";
import * as flow from "./flow-commands.ts";
import * as logout from "./logout-commands.ts";
import * as time from "./time-commands.ts";
import * as token from "./token-commands.ts";
import { walkLate, walkOn } from "./walk-command.ts";

/** What can happen, weighted so that sequences get far. */
export function anyCommand(): fc.Arbitrary<Command>[] {
  return [
    ...often(flow.authorize, 5),
    ...often(walkOn, 12),
    walkLate,
    flow.answerLogin,
    flow.useLogin,
    flow.answerConsent,
    flow.useConsent,
    ...often(device.startDevice, 3),
    device.enterCode,
    device.rejectCode,
    ...often(device.poll, 3),
    device.pollTwice,
    ...often(token.redeem, 3),
    ...often(token.refresh, 10),
    token.revoke,
    ...often(token.exchange, 4),
    token.userinfo,
    token.callBack,
    token.revokeConsents,
    logout.revokeSessions,
    ...often(logout.startLogout, 2),
    ...often(logout.answerLogout, 3),
    ...often(logout.useLogout, 3),
    ...often(token.loseAnswer, 2),
    ...often(time.travel, 2),
    ...often(time.travelToDeadline, 4),
    time.restart,
    time.sweep,
  ];
}

const often = <T>(one: T, times: number): T[] => Array.from({ length: times }, () => one);
