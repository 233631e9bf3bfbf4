/** Which of `secrets.system` the servers on this database have, by fingerprint. Times are unix seconds. */
export interface SystemSecrets {
  /** Records that a server runs with these secrets, of which the first signs. */
  report(server: ReportedServer): Promise<void>;
  /** Removes a server that stops. */
  forget(server_id: string): Promise<void>;
  find(now: number): Promise<SecretsInUse>;
}

interface ReportedServer {
  readonly server_id: string;
  readonly fingerprints: readonly string[];
  readonly now: number;
  /** When the server counts as stopped, unless it reports again. */
  readonly expires_at: number;
}

export interface SecretsInUse {
  /** The fingerprints of each running server, that of the secret that signs first. */
  readonly servers: readonly (readonly string[])[];
  /** When each secret signed last. */
  readonly signed_at: ReadonlyMap<string, number>;
}
