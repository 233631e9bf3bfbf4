interface Base {
  readonly base_path: string;
}

/** The page that asks what an integration may have. */
export function consentAddress(challenge: string, { base_path }: Base): string {
  return `${base_path}workspace/consent?consent_challenge=${encodeURIComponent(challenge)}`;
}

/** The page that lists what is connected. */
export function installedAddress({ base_path }: Base): string {
  return `${base_path}workspace/installed`;
}

/** The page that asks whether to disconnect one of them. */
export function disconnectAddress(bot_id: string, base: Base): string {
  return `${installedAddress(base)}?bot_id=${encodeURIComponent(bot_id)}`;
}
