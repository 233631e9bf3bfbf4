import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePorts } from "../processes/free-ports.ts";
import type { TestCertificate } from "../support/certificates.ts";
import { accepts } from "../support/postgres-server.ts";
import { read } from "./files.ts";

/** A proxy of deploy/proxies, with its file as it is, but for addresses, certificates and what the file itself says to change. */
export interface ProxyKind {
  readonly name: string;
  readonly program: string;
  /** What `serve.mtls.header.format` must be. */
  readonly certificate_format: string;
  readonly arguments: (file: string) => readonly string[];
  readonly configure: (place: ProxyPlace) => string;
}

/** Where a proxy listens, what it presents, and the servers behind it. */
interface ProxyPlace {
  readonly port: number;
  /** The port that redirects to https. */
  readonly plain_port: number;
  readonly servers: readonly string[];
  readonly certificate: string;
  readonly key: string;
  /** A file with both. */
  readonly pair: string;
  /** The file of the authority of client certificates. */
  readonly authority: string;
  readonly directory: string;
}

export const proxies: readonly ProxyKind[] = [
  {
    name: "HAProxy",
    program: "haproxy",
    certificate_format: "base64_der",
    arguments: (file) => ["-db", "-f", file],
    configure: ({ port, plain_port, servers: [first, second], pair, authority }) =>
      withChanges("deploy/proxies/haproxy.cfg", [
        [
          "bind :443 ssl crt /etc/haproxy/id.example.com.pem",
          `bind 127.0.0.1:${port} ssl crt ${pair} ca-file ${authority} verify optional`,
        ],
        ["# http-request set-header Client-Cert", "http-request set-header Client-Cert"],
        ["bind :80", `bind 127.0.0.1:${plain_port}`],
        ["10.0.3.11:4444", `${first}`],
        ["10.0.3.12:4444", `${second}`],
      ]),
  },
  {
    name: "nginx",
    program: "nginx",
    certificate_format: "url_encoded_pem",
    arguments: (file) => ["-c", file],
    configure: ({ port, plain_port, servers, certificate, key, authority, directory }) => `
      daemon off; worker_processes 1; pid ${directory}/pid; error_log ${directory}/error.log;
      ${process.getuid?.() === 0 ? "user nobody nogroup;" : ""}
      events {}
      http {
        access_log off;
        client_body_temp_path ${directory}/body; proxy_temp_path ${directory}/proxy;
        fastcgi_temp_path ${directory}/fastcgi; uwsgi_temp_path ${directory}/uwsgi; scgi_temp_path ${directory}/scgi;
        ${withChanges("deploy/proxies/nginx.conf", [
          [
            "server 127.0.0.1:4444 fail_timeout=2s;",
            servers.map((server) => `server ${server} fail_timeout=2s;`).join(" "),
          ],
          [
            "listen 443 ssl;",
            `listen 127.0.0.1:${port} ssl; ssl_verify_client optional; ssl_client_certificate ${authority};`,
          ],
          ["listen [::]:443 ssl;", ""],
          ["/etc/ssl/id.example.com.pem", certificate],
          ["/etc/ssl/id.example.com.key", key],
          [
            'proxy_set_header Client-Cert "";',
            "proxy_set_header Client-Cert $ssl_client_escaped_cert;",
          ],
          ["listen 80;", `listen 127.0.0.1:${plain_port};`],
          ["listen [::]:80;", ""],
        ])}
      }`,
  },
  {
    name: "Caddy",
    program: "caddy",
    certificate_format: "base64_der",
    arguments: (file) => ["run", "--adapter", "caddyfile", "--config", file],
    configure: ({ port, plain_port, servers, certificate, key, authority }) => `
{
	admin off
	http_port ${plain_port}
	auto_https disable_redirects
}
${withChanges("deploy/proxies/Caddyfile", [
  [
    "id.example.com {",
    `https://id.example.com:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key} {\n\t\tclient_auth {\n\t\t\tmode verify_if_given\n\t\t\ttrusted_ca_cert_file ${authority}\n\t\t}\n\t}`,
  ],
  [
    "reverse_proxy 127.0.0.1:4444 {",
    `reverse_proxy ${servers.join(" ")} {\n\t\thealth_uri /health/ready\n\t\thealth_interval 1s`,
  ],
  [
    "header_up -Client-Cert",
    "header_up Client-Cert {http.request.tls.client.certificate_der_base64}",
  ],
])}`,
  },
];

/** The text of a file with these changes, each of which must apply. */
function withChanges(
  path: string,
  changes: readonly (readonly [from: string, to: string])[],
): string {
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`${path} does not have: ${from}`);
    return text.replaceAll(from, () => to);
  }, read(path));
}

/** A proxy that runs. */
export interface Proxy {
  readonly port: number;
  readonly plain_port: number;
  stop(): Promise<void>;
}

/** Starts a proxy in front of these servers, each `host:port`. */
export async function startProxy(
  kind: ProxyKind,
  program: string,
  servers: readonly string[],
  { certificate, authority }: Record<"certificate" | "authority", TestCertificate>,
): Promise<Proxy> {
  const [port, plain_port] = await freePorts();
  const directory = mkdtempSync(join(tmpdir(), `latchkey-${kind.program}-`));
  chmodSync(directory, 0o755);
  const file = (name: string, text: string): string => {
    const path = join(directory, name);
    writeFileSync(path, text);
    return path;
  };
  const place = {
    port,
    plain_port,
    servers,
    certificate: file("certificate.pem", certificate.cert),
    key: file("key.pem", certificate.key),
    pair: file("pair.pem", certificate.cert + certificate.key),
    authority: file("authority.pem", authority.cert),
    directory,
  };
  const child = spawn(program, kind.arguments(file("configuration", kind.configure(place))), {
    env: { PATH: process.env["PATH"], HOME: directory },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = once(child, "exit");
  for (const giveUpAt = performance.now() + 60_000; !(await accepts(port));) {
    if (child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`${kind.name} did not start:\n${said}`);
    await pause(20);
  }
  return {
    port,
    plain_port,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
}
