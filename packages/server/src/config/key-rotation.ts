/** When signing keys are replaced, as the settings have it. */

import type { Problem } from "./problem.ts";
import type { Config } from "./settings.ts";

/** What signs: the name of its key set in the settings. */
export type SigningPurpose = "id_token" | "access_token" | "api_access_token";

const purposes: readonly SigningPurpose[] = ["id_token", "access_token", "api_access_token"];

/** How long a key signs, in seconds; 0 where keys are replaced by hand only. */
export function rotationPeriod(config: Config, purpose: SigningPurpose): number {
  return config[`oidc.key_rotation.${purpose}.every`] ?? config["oidc.key_rotation.every"];
}

/** How long a key is published before it signs, in seconds. */
export function announcePeriod(config: Config): number {
  const configured = config["oidc.key_rotation.announce_period"];
  return Math.ceil(configured ?? (hasSchedule(config) ? SCHEDULED : BY_HAND));
}

/** Verifiers must have fetched a key before it signs, and an announcement be shorter than the time between two. */
export function findRotationProblems(config: Config): readonly Problem[] {
  if (!hasSchedule(config)) return [];
  const announced = announcePeriod(config);
  const cached = config["oidc.key_rotation.cache_period"];
  if (announced < cached + PUBLISHING) {
    return [
      {
        key: "oidc.key_rotation.announce_period",
        message:
          "must be at least a minute longer than oidc.key_rotation.cache_period, because keys rotate on a schedule: verifiers that cache the keys must have a new one before it signs",
      },
    ];
  }
  const tooShort = purposes.filter((purpose) => {
    const every = rotationPeriod(config, purpose);
    return every > 0 && every <= announced;
  });
  return [...new Set(tooShort.map((purpose) => settingOf(config, purpose)))].map((key) => ({
    key,
    message:
      "must be longer than oidc.key_rotation.announce_period, because a key is announced while the one before it signs",
  }));
}

/** Which setting says how long a key signs. */
function settingOf(config: Config, purpose: SigningPurpose) {
  const own = `oidc.key_rotation.${purpose}.every` as const;
  return config[own] === undefined ? "oidc.key_rotation.every" : own;
}

function hasSchedule(config: Config): boolean {
  return purposes.some((purpose) => rotationPeriod(config, purpose) > 0);
}

const BY_HAND = 3_600;
const SCHEDULED = 86_400;
/** In which every server has noticed a new key and publishes it. */
const PUBLISHING = 60;
