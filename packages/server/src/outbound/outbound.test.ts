import assert from "node:assert/strict";
import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import {
  createServer,
  Server as HttpServer,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { after, describe, it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createSelfSigned } from "../crypto/self-signed.ts";
import { createCheckedLookup, type Lookup } from "./checked-lookup.ts";
import { explainOutboundRejection } from "./outbound-rejection.ts";
import { createOutbound, explainUrlRefusal } from "./outbound.ts";

const open: Server[] = [];
after(() => {
  for (const server of open) {
    server.close();
    if (server instanceof HttpServer) server.closeAllConnections();
  }
});

async function listen(server: Server): Promise<number> {
  open.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return address.port;
}

/** A server on loopback that answers by this function; its URL. */
async function serve(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(answer))}/`;
}

/** A name service that knows one answer to every question, and how often it was asked. */
function nameService(...addresses: string[]): { lookup: Lookup; asked: string[] } {
  const asked: string[] = [];
  const answer = addresses.map((address): LookupAddress => ({
    address,
    family: address.includes(":") ? 6 : 4,
  }));
  const lookup: Lookup = (hostname, _, callback) => {
    asked.push(hostname);
    process.nextTick(callback, null, answer);
  };
  return { lookup, asked };
}

const local = createOutbound({ development: true });

describe("in development, loopback answers", () => {
  it("with its JSON", async () => {
    const url = await serve((request, response) => {
      response.end(
        JSON.stringify({
          method: request.method,
          url: request.url,
          accept: request.headers.accept,
        }),
      );
    });
    assert.deepEqual(await local.getJson(`${url}keys?x=1`, "registered"), {
      ok: true,
      value: { method: "GET", url: "/keys?x=1", accept: "application/json" },
    });
  });

  it("to a form, with its status and no more", async () => {
    const bodies: string[] = [];
    const url = await serve((request, response) => {
      request.setEncoding("utf8").on("data", (text: string) => bodies.push(text));
      request.on("end", () => response.writeHead(400).end("no"));
    });
    const result = await local.postForm(url, { logout_token: "a b&c" }, "registered");
    assert.deepEqual(result, { ok: true, value: { status: 400 } });
    assert.deepEqual(bodies, ["logout_token=a+b%26c"]);
  });

  it("under a name, which is asked for once and stays in the Host header", async () => {
    const url = await serve(
      (request, response) => void response.end(JSON.stringify(request.headers.host)),
    );
    const { lookup, asked } = nameService("127.0.0.1");
    const outbound = createOutbound({ development: true, lookup });
    const { port } = new URL(url);
    assert.deepEqual(await outbound.getJson(`http://photos.example:${port}/`, "registered"), {
      ok: true,
      value: `photos.example:${port}`,
    });
    assert.deepEqual(asked, ["photos.example"]);
  });

  it("by the one address that is allowed, though the name has others", async () => {
    const url = await serve((_, response) => void response.end("1"));
    const { lookup } = nameService("10.0.0.1", "169.254.169.254", "127.0.0.1");
    const outbound = createOutbound({ development: true, lookup });
    const { port } = new URL(url);
    assert.deepEqual(await outbound.getJson(`http://photos.example:${port}/`, "registered"), {
      ok: true,
      value: 1,
    });
  });
});

describe("an answer is refused", () => {
  const reasonOf = async (
    answer: RequestListener,
    limits: { timeout_ms?: number; max_bytes?: number } = {},
  ) => {
    const url = await serve(answer);
    const result = await createOutbound({ development: true, ...limits }).getJson(
      url,
      "registered",
    );
    return result.ok ? "accepted" : result.error.reason;
  };

  const cases: [string, RequestListener, string][] = [
    [
      "that redirects",
      (_, response) => void response.writeHead(302, { location: "http://10.0.0.1/" }).end(),
      "redirected",
    ],
    [
      "that redirects for ever",
      (_, response) => void response.writeHead(308, { location: "/" }).end(),
      "redirected",
    ],
    [
      "that is not 200",
      (_, response) => void response.writeHead(404).end("{}"),
      "unexpected_status",
    ],
    ["that is empty", (_, response) => void response.writeHead(204).end(), "unexpected_status"],
    ["that is a page", (_, response) => void response.end("<html>"), "not_json"],
    [
      "that is no UTF-8",
      (_, response) => void response.end(Buffer.of(0x22, 0xff, 0x22)),
      "not_text",
    ],
    [
      "that breaks off",
      (_, response) =>
        void response.writeHead(200, { "content-length": 9 }).write("1", () => response.destroy()),
      "unreachable",
    ],
    ["that never begins", (request) => void request.socket.destroy(), "unreachable"],
    [
      "that wants to speak another protocol",
      (request) =>
        void request.socket.end(
          "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
        ),
      "unreachable",
    ],
  ];
  for (const [title, answer, reason] of cases) {
    it(`${title} → ${reason}`, async () => assert.equal(await reasonOf(answer), reason));
  }

  const megabyte = "x".repeat(1_000_000);
  it("that is too large, as it admits → too_large", async () => {
    const answer: RequestListener = (_, response) => void response.end(`"${megabyte}"`);
    assert.equal(await reasonOf(answer), "too_large");
  });

  it("that is too large, piece by piece and without an end → too_large", async () => {
    const answer: RequestListener = (_, response) => {
      const more = (): void => void response.write("x".repeat(10_000), (error) => error ?? more());
      more();
    };
    assert.equal(await reasonOf(answer), "too_large");
  });

  it("that is exactly as large as allowed → accepted; one byte more → too_large", async () => {
    const answer: RequestListener = (_, response) => void response.end("12345");
    assert.equal(await reasonOf(answer, { max_bytes: 5 }), "accepted");
    assert.equal(await reasonOf(answer, { max_bytes: 4 }), "too_large");
  });

  it("that does not come → timed_out", async () => {
    assert.equal(await reasonOf(() => {}, { timeout_ms: 50 }), "timed_out");
  });

  it("that begins and does not end → timed_out", async () => {
    const answer: RequestListener = (_, response) => void response.write("[");
    assert.equal(await reasonOf(answer, { timeout_ms: 50 }), "timed_out");
  });

  it("that waits for a name that is never found → timed_out", async () => {
    const outbound = createOutbound({ development: true, timeout_ms: 50, lookup: () => {} });
    const result = await outbound.getJson("https://photos.example/", "registered");
    assert.deepEqual(result, { ok: false, error: { reason: "timed_out", timeout_ms: 50 } });
  });

  it("with an untrusted certificate → unreachable, with the system's error code", async () => {
    const now = Math.floor(Date.now() / 1_000);
    const { certificate_pem: cert, key_pem: key } = await createSelfSigned({
      hosts: ["127.0.0.1"],
      days: 1,
      now,
    });
    const port = await listen(
      createTlsServer({ cert, key }, (_, response) => void response.end("1")),
    );
    assert.deepEqual(await local.getJson(`https://127.0.0.1:${port}/`, "registered"), {
      ok: false,
      error: { reason: "unreachable", host: "127.0.0.1", cause: "DEPTH_ZERO_SELF_SIGNED_CERT" },
    });
  });

  it("in words that are not HTTP → unreachable", async () => {
    const port = await listen(
      createTcpServer((socket) => void socket.end("SSH-2.0-OpenSSH_9.6\r\n")),
    );
    const result = await local.getJson(`http://127.0.0.1:${port}/`, "registered");
    assert.ok(!result.ok);
    assert.equal(result.error.reason, "unreachable");
  });

  it("from a closed port → unreachable, with the system's error code", async () => {
    const server = createTcpServer();
    const port = await listen(server);
    server.close();
    await once(server, "close");
    assert.deepEqual(await local.getJson(`http://127.0.0.1:${port}/`, "registered"), {
      ok: false,
      error: { reason: "unreachable", host: "127.0.0.1", cause: "ECONNREFUSED" },
    });
  });
});

describe("a document", () => {
  const fetchFrom = async (
    type: string | undefined,
    { status = 200, timeout_ms = 5_000, answers = true } = {},
  ) => {
    const url = await serve((_, response) => {
      response.writeHead(status, {
        ...(type !== undefined && { "content-type": type }),
        "cache-control": "max-age=60",
      });
      if (answers) response.end('{"a":1}');
      else response.write("{");
    });
    const outbound = createOutbound({ development: true, timeout_ms });
    return outbound.getDocument(url, { max_bytes: 7 });
  };

  for (const type of [
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON",
    "application/cimd+json",
    "application/vnd.example.client+json;v=1",
  ]) {
    it(`may be ${type}`, async () => {
      const document = await fetchFrom(type);
      assert.ok(document.ok);
      assert.deepEqual(document.value.value, { a: 1 });
      assert.equal(document.value.headers["cache-control"], "max-age=60");
    });
  }

  for (const type of [undefined, "text/html", "text/json", "application/jsonp", "application/x"]) {
    it(`may not be ${type ?? "without a type"}`, async () => {
      const document = await fetchFrom(type);
      assert.equal(document.ok ? "" : document.error.reason, "not_json_media_type");
    });
  }

  it("comes with the status 200", async () => {
    const document = await fetchFrom("text/html", { status: 404 });
    assert.equal(document.ok ? "" : document.error.reason, "unexpected_status");
  });

  it("comes before the deadline", async () => {
    const document = await fetchFrom("application/json", { timeout_ms: 50, answers: false });
    assert.equal(document.ok ? "" : document.error.reason, "timed_out");
  });

  it("has a limit of its own", async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"a":10}');
    });
    const document = await local.getDocument(url, { max_bytes: 7 });
    assert.deepEqual(document, { ok: false, error: { reason: "too_large", max_bytes: 7 } });
  });
});

describe("a URL is refused before anything is sent", () => {
  type Mode = "production" | "development";
  const cases: [Mode, string, string][] = [
    ["production", "http://photos.example/", "scheme_refused"],
    ["production", "http://127.0.0.1/", "scheme_refused"],
    ["production", "file:///etc/passwd", "scheme_refused"],
    ["production", "ftp://photos.example/", "scheme_refused"],
    ["production", "data:application/json,{}", "scheme_refused"],
    ["production", "", "url_malformed"],
    ["production", "/keys", "url_malformed"],
    ["production", "https://", "url_malformed"],
    ["production", "https://alice:secret@photos.example/", "url_malformed"],
    ["production", "https://127.0.0.1/", "address_refused"],
    ["production", "https://127.1/", "address_refused"],
    ["production", "https://2130706433/", "address_refused"],
    ["production", "https://0x7f000001/", "address_refused"],
    ["production", "https://0177.0.0.1/", "address_refused"],
    ["production", "https://127.0.0.1./", "address_refused"],
    ["production", "https://①②⑦.0.0.1/", "address_refused"],
    ["production", "https://169.254.169.254/latest/meta-data/", "address_refused"],
    ["production", "https://[::1]/", "address_refused"],
    ["production", "https://[::ffff:127.0.0.1]/", "address_refused"],
    ["production", "https://[0:0:0:0:0:ffff:a00:1]/", "address_refused"],
    ["production", "https://[fd00:ec2::254]/", "address_refused"],
    ["development", "file:///etc/passwd", "scheme_refused"],
    ["development", "https://10.0.0.1/", "address_refused"],
    ["development", "http://192.168.1.1/", "address_refused"],
    ["development", "http://8.8.8.8/", "address_refused"],
  ];
  for (const [mode, url, reason] of cases) {
    it(`in ${mode}, ${url === "" ? "nothing" : url} → ${reason}`, async () => {
      const { lookup, asked } = nameService("127.0.0.1");
      const outbound = createOutbound({ development: mode === "development", lookup });
      const results = [
        await outbound.getJson(url, "registered"),
        await outbound.postForm(url, {}, "registered"),
      ];
      for (const result of results) {
        assert.ok(!result.ok);
        assert.equal(result.error.reason, reason);
        assert.match(explainOutboundRejection(result.error), /^[A-Z].*\S$/);
      }
      assert.deepEqual(asked, []);
    });
  }
});

describe("a name is refused", () => {
  const cases: [string, boolean, string, string[]][] = [
    ["in production, that leads to this machine", false, "https:", ["127.0.0.1", "::1"]],
    [
      "in production, that leads to a private network",
      false,
      "https:",
      ["10.0.0.1", "192.168.1.1"],
    ],
    ["in production, that leads to the cloud's metadata", false, "https:", ["169.254.169.254"]],
    [
      "in production, that leads inward in IPv6 dress",
      false,
      "https:",
      ["::ffff:10.0.0.1", "64:ff9b::a00:1"],
    ],
    ["in production, that leads nowhere", false, "https:", []],
    ["in development, that leads to a private network", true, "https:", ["10.0.0.1"]],
    ["in development, that leads to the internet without TLS", true, "http:", ["93.184.215.14"]],
  ];
  for (const [title, development, scheme, addresses] of cases) {
    it(title, async () => {
      const { lookup } = nameService(...addresses);
      const result = await createOutbound({ development, lookup }).getJson(
        `${scheme}//mallory.example/`,
        "registered",
      );
      assert.deepEqual(result, {
        ok: false,
        error: { reason: "address_refused", host: "mallory.example" },
      });
    });
  }

  it("that does not exist, as unreachable", async () => {
    const lookup: Lookup = (_, __, callback) => {
      process.nextTick(
        callback,
        Object.assign(new Error("no such name"), { code: "ENOTFOUND" }),
        [],
      );
    };
    const result = await createOutbound({ development: false, lookup }).getJson(
      "https://missing.example/",
      "registered",
    );
    const error = { reason: "unreachable", host: "missing.example", cause: "ENOTFOUND" };
    assert.deepEqual(result, { ok: false, error });
  });
});

describe("what outbound.allow lists", () => {
  /** In production, with these entries, and a name service that answers with these addresses. */
  const allowing = (entries: readonly string[], ...addresses: string[]) => {
    const { lookup, asked } = nameService(...addresses);
    return {
      outbound: createOutbound({ development: false, allow: () => entries, lookup }),
      asked,
    };
  };
  const hello = () => serve((_, response) => void response.end('"hello"'));
  const reasonOf = (result: { ok: true } | { ok: false; error: { reason: string } }) =>
    result.ok ? "sent" : result.error.reason;

  it("is reached at a URL that an administrator registered, and at no other", async () => {
    const { port } = new URL(await hello());
    const { outbound } = allowing(["http://127.0.0.0/8", "http://0.0.0.0/0"], "127.0.0.1");
    for (const host of ["127.0.0.1", "keys.internal", "2130706433"]) {
      const url = `http://${host}:${port}/`;
      assert.equal(reasonOf(await outbound.getJson(url, "registered")), "sent");
      for (const owner of ["delegated", "self_described"] as const) {
        assert.equal(reasonOf(await outbound.getJson(url, owner)), "scheme_refused");
        assert.equal(reasonOf(await outbound.postForm(url, {}, owner)), "scheme_refused");
        assert.equal(
          reasonOf(await outbound.request(url, { headers: {} }, owner)),
          "scheme_refused",
        );
      }
      const document = await outbound.getDocument(url, { max_bytes: 100 });
      assert.equal(reasonOf(document), "scheme_refused");
    }
  });

  const wide = ["http://10.0.0.0/8", "http://.internal", "http://keys.internal"];
  for (const owner of ["delegated", "self_described"] as const) {
    it(`by https is not reached either at URLs of others: ${owner}`, async () => {
      for (const url of [
        "https://keys.internal/",
        "https://10.0.0.1/",
        "https://[::ffff:a00:1]/",
      ]) {
        const { outbound } = allowing(wide, "10.0.0.1");
        assert.equal(reasonOf(await outbound.getJson(url, owner)), "address_refused");
      }
    });
  }

  it("is decided by the address that is connected to, each time", async () => {
    const { port } = new URL(await hello());
    let addresses = ["10.255.255.1"];
    const lookup: Lookup = (_, __, callback) =>
      process.nextTick(
        callback,
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    const allow = () => ["http://127.0.0.1"];
    const outbound = createOutbound({ development: false, allow, lookup });
    const url = `http://rebound.example:${port}/`;
    assert.equal(reasonOf(await outbound.getJson(url, "registered")), "address_refused");
    addresses = ["127.0.0.1"];
    assert.equal(reasonOf(await outbound.getJson(url, "registered")), "sent");
    addresses = ["169.254.169.254", "127.0.0.2"];
    assert.equal(reasonOf(await outbound.getJson(url, "registered")), "address_refused");
  });

  it("of a name with several addresses is used alone", async () => {
    const { port } = new URL(await hello());
    const { outbound } = allowing(["http://127.0.0.1"], "10.0.0.1", "93.184.215.14", "127.0.0.1");
    const url = `http://mixed.example:${port}/`;
    assert.equal(reasonOf(await outbound.getJson(url, "registered")), "sent");
  });

  it("does not follow a redirect, not even to what is listed", async () => {
    const target = await hello();
    const url = await serve((_, response) => response.writeHead(302, { location: target }).end());
    const { outbound } = allowing(["http://127.0.0.1"]);
    assert.equal(reasonOf(await outbound.getJson(url, "registered")), "redirected");
  });

  it("takes effect when it changes, in both directions", async () => {
    const url = await hello();
    let entries: readonly string[] = [];
    const outbound = createOutbound({ development: false, allow: () => entries });
    assert.equal(reasonOf(await outbound.getJson(url, "registered")), "scheme_refused");
    entries = ["http://127.0.0.1"];
    assert.equal(reasonOf(await outbound.getJson(url, "registered")), "sent");
    entries = [];
    assert.equal(reasonOf(await outbound.getJson(url, "registered")), "scheme_refused");
  });

  const refused: [entries: string[], url: string, addresses: string[], reason: string][] = [
    [["10.0.0.0/8"], "http://10.0.0.1/", [], "scheme_refused"],
    [["http://10.0.0.0/8"], "http://192.168.0.1/", [], "scheme_refused"],
    [["http://10.0.0.0/8"], "http://8.8.8.8/", [], "scheme_refused"],
    [["http://10.0.0.0/8"], "ftp://10.0.0.1/", [], "scheme_refused"],
    [["http://10.0.0.0/8"], "http://alice@10.0.0.1/", [], "url_malformed"],
    [["http://0.0.0.0/0"], "http://169.254.169.254/latest/meta-data/", [], "scheme_refused"],
    [["http://0.0.0.0/0"], "http://2852039166/", [], "scheme_refused"],
    [["http://0.0.0.0/0"], "http://0.0.0.0/", [], "scheme_refused"],
    [["0.0.0.0/0", "::/0"], "https://[::ffff:10.0.0.1]/", [], "address_refused"],
    [["0.0.0.0/0", "::/0"], "https://[64:ff9b::a00:1]/", [], "address_refused"],
    [["keys.internal"], "https://keys.internal/", ["169.254.169.254"], "address_refused"],
    [["keys.internal"], "https://keys.internal/", ["127.0.0.1", "::1"], "address_refused"],
    [["keys.internal"], "https://keys.internal/", ["::ffff:10.0.0.1"], "address_refused"],
    [["keys.internal"], "https://other.internal/", ["10.0.0.1"], "address_refused"],
  ];
  for (const [entries, url, addresses, reason] of refused) {
    it(`${entries.join(" ")} does not lead to ${url} ${addresses.join(" ")}`, async () => {
      const { outbound } = allowing(entries, ...addresses);
      assert.equal(reasonOf(await outbound.getJson(url, "registered")), reason);
    });
  }

  it("is what an administrator learns of, with the entry that would help; strangers do not", async () => {
    const cases: [url: string, address: string, says: string][] = [
      ["http://keys.internal/", "10.0.0.1", "add http://keys.internal to outbound.allow."],
      ["https://keys.internal/", "10.0.0.1", "add keys.internal to outbound.allow."],
      ["https://keys.internal/", "127.0.0.1", "add 127.0.0.1 to outbound.allow."],
      ["https://10.0.0.1/", "10.0.0.1", "add 10.0.0.1 to outbound.allow."],
    ];
    for (const [url, address, says] of cases) {
      const { outbound } = allowing([], address);
      const found = await outbound.checkHost(url, "registered");
      assert.ok(!found.ok);
      assert.ok(explainUrlRefusal(found.error).endsWith(`To allow it, ${says}`));
      const { outbound: helped } = allowing(found.error.entries, address);
      assert.ok((await helped.checkHost(url, "registered")).ok);
      assert.ok(!(await helped.checkHost(url, "self_described")).ok);
      const ofStranger = await outbound.checkHost(url, "self_described");
      assert.deepEqual(!ofStranger.ok && ofStranger.error.entries, []);
    }
    const { outbound } = allowing([], "93.184.215.14");
    assert.ok((await outbound.checkHost("https://keys.example/", "registered")).ok);
    const broken: Lookup = (_, __, callback) =>
      callback(Object.assign(new Error("none"), { code: "ENOTFOUND" }), []);
    const nowhere = createOutbound({ development: false, lookup: broken });
    const lost = await nowhere.checkHost("https://keys.example/", "registered");
    assert.equal(!lost.ok && lost.error.rejection.reason, "unreachable");
    const silent = createOutbound({ development: false, timeout_ms: 20, lookup: () => {} });
    const late = await silent.checkHost("https://keys.example/", "registered");
    assert.equal(!late.ok && late.error.rejection.reason, "timed_out");
  });
});

describe("requests at once", () => {
  it("share the lookup of a name, which cannot be cancelled when they give up", async () => {
    const asked: string[] = [];
    const waiting: (() => void)[] = [];
    const lookup: Lookup = (hostname, _, callback) => {
      asked.push(hostname);
      waiting.push(() => callback(null, []));
    };
    const outbound = createOutbound({ development: false, lookup });
    const reasonOf = async (name: string, timeout_ms: number) => {
      const call = { text: "{}", headers: {}, timeout_ms, max_bytes: 100 };
      const result = await outbound.callOperator(`https://${name}.example/`, call);
      return result.ok ? assert.fail() : result.error.reason;
    };
    const names = ["hook", "hook", "other", "hook"];
    const reasons = await Promise.all(names.map((name) => reasonOf(name, 20)));
    assert.deepEqual(new Set(reasons), new Set(["timed_out"]));
    assert.equal(await reasonOf("hook", 20), "timed_out");
    assert.deepEqual(asked, ["hook.example", "other.example"]);

    for (const position of [0, 2]) {
      const patient = reasonOf("hook", 60_000);
      await nextTurn();
      waiting[position]?.();
      assert.equal(await patient, "address_refused");
    }
    assert.deepEqual(asked, ["hook.example", "other.example", "hook.example"]);
  });

  it("all learn that a name cannot be looked up", async () => {
    let asked = 0;
    const lookup: Lookup = () => {
      asked += 1;
      throw new TypeError("no name");
    };
    const outbound = createOutbound({ development: false, lookup });
    for (const expected of [1, 2]) {
      const result = await outbound.getJson("https://photos.example/", "registered");
      assert.equal(!result.ok && result.error.reason, "unreachable");
      assert.equal(asked, expected);
    }
  });
});

describe("connections", () => {
  /** A server that counts its connections, and closes one when a further request arrives on it if it `drops` them. */
  async function startCounting({ drops = false } = {}) {
    const served = new Map<Socket, number>();
    const url = await serve((request, response) => {
      const before = served.get(request.socket) ?? 0;
      served.set(request.socket, before + 1);
      if (drops && before > 0) request.socket.destroy();
      else request.resume().on("end", () => response.end("1"));
    });
    return { url, served };
  }
  const call = { text: "{}", headers: {}, timeout_ms: 5_000, max_bytes: 100 };
  const answered = { ok: true, value: { status: 200, value: 1 } };

  it("to an app of the operator are kept for the next request", async () => {
    const { url, served } = await startCounting();
    for (let time = 0; time < 3; time += 1)
      assert.deepEqual(await local.callOperator(url, call), answered);
    assert.deepEqual([...served.values()], [3]);
  });

  it("to URLs of clients are not kept: each request has its address checked", async () => {
    const { url, served } = await startCounting();
    for (let time = 0; time < 3; time += 1) await local.getJson(url, "registered");
    for (let time = 0; time < 3; time += 1) await local.postForm(url, {}, "registered");
    assert.deepEqual([...served.values()], [1, 1, 1, 1, 1, 1]);
  });

  it("of the operator's app are not used for the same URL of a client", async () => {
    const { url, served } = await startCounting();
    await local.callOperator(url, call);
    await local.getJson(url, "registered");
    assert.deepEqual([...served.values()], [1, 1]);
  });

  it("that the app closed while they were idle are replaced, and the request is sent again", async () => {
    const { url, served } = await startCounting({ drops: true });
    for (let time = 0; time < 2; time += 1)
      assert.deepEqual(await local.callOperator(url, call), answered);
    assert.deepEqual([...served.values()], [2, 1]);
  });

  it("that are new and closed without a response are not tried again", async () => {
    let requests = 0;
    const url = await serve((request) => {
      requests += 1;
      request.socket.destroy();
    });
    const result = await local.callOperator(url, call);
    assert.equal(!result.ok && result.error.reason, "unreachable");
    assert.equal(requests, 1);
  });

  for (const [title, answer] of [
    ["redirects", (response) => response.writeHead(302, { location: "/" }).end("moved")],
    ["is too large", (response) => response.end("x".repeat(200))],
  ] as [string, (response: ServerResponse) => void][]) {
    it(`with a response that ${title} are closed`, async () => {
      const sockets = new Set<Socket>();
      const url = await serve((request, response) => {
        sockets.add(request.socket);
        request.resume().on("end", () => answer(response));
      });
      for (let time = 0; time < 2; time += 1)
        assert.equal((await local.callOperator(url, call)).ok, false);
      assert.equal(sockets.size, 2);
    });
  }
});

it("a socket that wants one address gets an allowed one, with its family", () => {
  const lookup: Lookup = (_, __, callback) =>
    callback(null, [
      { address: "10.0.0.1", family: 4 },
      { address: "2606:4700::1", family: 6 },
    ]);
  const calls: unknown[] = [];
  const checked = createCheckedLookup(lookup, (address) => address !== "10.0.0.1");
  checked("photos.example", {}, (...answer) => calls.push(answer));
  assert.deepEqual(calls, [[null, "2606:4700::1", 6]]);
});
