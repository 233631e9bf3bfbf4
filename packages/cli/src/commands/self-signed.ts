import { type Config, isLoopback, type Planes, terminatesTls } from "@latchkey/server";

/**
 * A warning where a listener serves a self-signed certificate because no setting speaks of TLS: a proxy in front that expects
 * plain HTTP gets no response. Names of this machine have none, since that is how TLS is tried out.
 */
export function describeSelfSigned(config: Config, planes: Planes): string | undefined {
  if (isLoopback(new URL(config["urls.self.issuer"]).hostname)) return undefined;
  const names = (["public", "admin"] as const).filter(
    (name) => (planes === "all" || planes === name) && isSelfSigned(config, name),
  );
  if (names.length === 0) return undefined;
  const subject = names.length === 2 ? "both listeners serve" : `the ${names[0]} listener serves`;
  return `${subject} TLS with a self-signed certificate, because the issuer is https: if a proxy terminates TLS, set serve.tls.allow_termination_from to its addresses, or serve.tls.enabled to false; otherwise set serve.tls.cert and serve.tls.key`;
}

function isSelfSigned(config: Config, name: "public" | "admin"): boolean {
  const sections = ["serve.tls", `serve.${name}.tls`] as const;
  const hasPair = sections.some(
    (section) => (config[`${section}.key.path`] ?? config[`${section}.key.base64`]) !== undefined,
  );
  return terminatesTls(config, name) && !hasPair;
}
