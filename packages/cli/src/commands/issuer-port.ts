import type { LoadedConfig } from "@latchkey/server";

/**
 * A warning where the port was changed and the issuer was not: browsers and clients are sent to the issuer, where no server
 * listens. Not an error, since a container may map its port to that of the issuer.
 */
export function describeIssuerPort({ config, sources }: LoadedConfig): string | undefined {
  if (sources["urls.self.issuer"] !== undefined || config["urls.self.public"] !== undefined) return;
  const issuer = config["urls.self.issuer"];
  const port = config["serve.public.port"];
  if (port === 0 || String(port) === new URL(issuer).port) return;
  const moved = new URL(issuer);
  moved.port = String(port);
  return `the issuer is ${issuer}, but the public listener has port ${port}: browsers are sent to the issuer. Set urls.self.issuer to ${moved.origin}, unless port ${new URL(issuer).port} is mapped to this one`;
}
