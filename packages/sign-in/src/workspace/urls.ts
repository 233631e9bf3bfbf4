interface BasePath {
  readonly base_path: string;
}

export function workspaceConsentUrl(challenge: string, { base_path }: BasePath): string {
  return `${base_path}workspace/consent?consent_challenge=${encodeURIComponent(challenge)}`;
}

export function connectedAppsUrl({ base_path }: BasePath): string {
  return `${base_path}workspace/installed`;
}

export function directoryUrl({ base_path }: BasePath): string {
  return `${base_path}workspace/directory`;
}

/** The confirmation page for one installation. */
export function disconnectUrl(bot_id: string, base: BasePath): string {
  return `${connectedAppsUrl(base)}?bot_id=${encodeURIComponent(bot_id)}`;
}
