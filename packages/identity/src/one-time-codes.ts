import { randomBytes } from "@latchkey/server/feature/endpoints";
import type { FactorService, TotpProposal } from "@latchkey/sign-in";
import { renderSVG } from "uqr";
import {
  hashRecoveryCode,
  RECOVERY_CODE_BYTES,
  RECOVERY_CODES,
  writeRecoveryCode,
} from "./rules/recovery-codes.ts";
import { base32, findTotpStep, totpUri } from "./rules/totp.ts";
import type { Factors, TotpFactor } from "./store/port.ts";

/** RFC 4226 §4: 160 bits, as long as the hash. */
const SECRET_BYTES = 20;

/** The factors of accounts: authenticator apps and recovery codes, and the list of all. */
export function createFactorService(factors: Factors, now: () => number): FactorService {
  return {
    async list(subject) {
      return (await factors.list(subject)).map(
        ({ factor_id, kind, name, created_at, last_used_at }) => ({
          factor_id,
          kind,
          name,
          created_at,
          last_used_at,
        }),
      );
    },

    proposeTotp: (username, product_name, secret) =>
      propose(
        secret === undefined ? randomBytes(SECRET_BYTES) : Buffer.from(secret, "base64url"),
        username,
        product_name,
      ),

    async addTotp(subject, secret, code, options) {
      const step = findTotpStep(Buffer.from(secret, "base64url"), code, now(), 0);
      if (step === undefined) return false;
      const factor: TotpFactor = {
        factor_id: totpIdOf(subject),
        subject,
        kind: "totp",
        name: "",
        secret,
        counter: step,
        created_at: now(),
        last_used_at: undefined,
      };
      return factors.add(factor, options);
    },

    async verifyTotp(subject, code) {
      const factor = await factors.find(totpIdOf(subject));
      if (factor?.kind !== "totp" || factor.secret === undefined) return false;
      const secret = Buffer.from(factor.secret, "base64url");
      const step = findTotpStep(secret, code, now(), factor.counter);
      return step !== undefined && factors.use(factor, step, now());
    },

    remove: (subject, factor_id) => factors.removeUnlessLast(subject, factor_id),

    async newRecoveryCodes(subject) {
      const codes = Array.from({ length: RECOVERY_CODES }, () =>
        writeRecoveryCode(randomBytes(RECOVERY_CODE_BYTES)),
      );
      const hashes = codes.map((code) => hashRecoveryCode(code, subject) ?? "");
      await factors.replaceRecoveryCodes(subject, hashes);
      return codes;
    },

    countRecoveryCodes: (subject) => factors.countRecoveryCodes(subject),

    async useRecoveryCode(subject, code) {
      const hash = hashRecoveryCode(code, subject);
      return hash !== undefined && factors.useRecoveryCode(subject, hash);
    },
  };
}

/** An account has at most one authenticator app: two would be twice as easy to guess. */
function totpIdOf(subject: string): string {
  return `totp:${subject}`;
}

function propose(secret: Buffer, username: string, product_name: string): TotpProposal {
  const uri = totpUri(secret, product_name, username);
  return {
    secret: secret.toString("base64url"),
    typed: base32(secret).match(/.{4}/g)?.join(" ") ?? "",
    uri,
    qr_code: renderSVG(uri, { border: 2, ecc: "M" }),
  };
}
