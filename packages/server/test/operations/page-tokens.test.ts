import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { registerApp } from "../support/app.ts";
import { signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { makeIssuer, trust } from "./trusted-issuer.ts";

// The lists under /admin are paged by page_size and page_token.
const world = await startTestServer();
const { latchkey, clock } = world;
const send = (path: string, method = "GET") => world.fetch(`http://admin.test${path}`, { method });

/** What a list shows of an entry. */
type Entry = Readonly<Record<string, unknown>>;

interface PageOfList {
  readonly entries: readonly Entry[];
  readonly total: string | null;
  readonly first: string;
  readonly next: string | undefined;
}

async function read(path: string): Promise<PageOfList> {
  const response = await send(path);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  const link = response.headers.get("link") ?? "";
  const linkTo = (rel: string) => new RegExp(`<([^>]*)>; rel="${rel}"`).exec(link)?.[1];
  const total = response.headers.get("x-total-count");
  return { entries: JSON.parse(text), total, first: linkTo("first") ?? "", next: linkTo("next") };
}

/** Follows `next` from a path on; returns the entries of each page, after `visit` has seen them. */
async function walk(
  path: string,
  visit: (entries: readonly Entry[]) => Promise<void> = async () => {},
): Promise<(readonly Entry[])[]> {
  const pages: (readonly Entry[])[] = [];
  let at: string | undefined = path;
  while (at !== undefined) {
    assert.ok(pages.length < 100, "the walk does not end");
    const { entries, next } = await read(at);
    pages.push(entries);
    await visit(entries);
    at = next;
  }
  return pages;
}

const idsOf = (entries: readonly Entry[]) => entries.map(({ client_id }) => String(client_id));

async function createClients(owner: string, ids: readonly string[]): Promise<void> {
  for (const client_id of ids) await latchkey.createOAuth2Client({ body: { client_id, owner } });
}

async function deleteClients(entries: readonly Entry[]): Promise<void> {
  for (const id of idsOf(entries)) await latchkey.deleteOAuth2Client({ id });
}

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(4, "0")}`);

describe("a list that changes while it is walked", () => {
  for (const [title, query] of [
    ["all clients", ""],
    ["the clients of an owner", "owner=to+be+deleted&"],
  ] as const) {
    it(`${title}: each page may be deleted before the next is read`, async () => {
      const ids = numbered("d", 250);
      await createClients("to be deleted", ids);
      const pages = await walk(`/admin/clients?${query}page_size=30`, deleteClients);
      assert.deepEqual(pages.flatMap(idsOf), ids);
      assert.deepEqual((await read(`/admin/clients?${query}`)).entries, []);
    });
  }

  it("clients that are created meanwhile repeat none, and are listed after those read", async () => {
    const ids = numbered("i", 20);
    await createClients("inserting", ids);
    let round = 0;
    const pages = await walk("/admin/clients?owner=inserting&page_size=5", async () => {
      if (round < 4) await createClients("inserting", [`a${round}`, `z${round}`]);
      round += 1;
    });
    assert.deepEqual(pages.flatMap(idsOf), [...ids, "z0", "z1", "z2", "z3"]);
    await deleteClients((await read("/admin/clients?owner=inserting")).entries);
  });

  it("a page token continues after an entry that was deleted since", async () => {
    await createClients("gone", ["g1", "g2", "g3"]);
    const { next = "" } = await read("/admin/clients?owner=gone&page_size=2");
    await latchkey.deleteOAuth2Client({ id: "g2" });
    const rest = await read(next);
    assert.deepEqual([idsOf(rest.entries), rest.total], [["g3"], "2"]);
    await deleteClients((await read("/admin/clients?owner=gone")).entries);
  });

  it("consents may be revoked page by page", async () => {
    for (const client_id of ["c1", "c2", "c3", "c4", "c5"]) {
      await signIn(world, await registerApp(latchkey, { client_id }));
      if (client_id !== "c3") clock.now += 1; // Two of one second.
    }
    const sessions = "/admin/oauth2/auth/sessions/consent";
    const pages = await walk(`${sessions}?subject=alice&page_size=2`, async (consents) => {
      for (const { consent_request_id } of consents) {
        const id = encodeURIComponent(String(consent_request_id));
        assert.equal((await send(`${sessions}?consent_request_id=${id}`, "DELETE")).status, 204);
      }
    });
    assert.deepEqual(
      pages.map((page) => page.length),
      [2, 2, 1],
    );
    assert.deepEqual((await read(`${sessions}?subject=alice`)).entries, []);
    await deleteClients((await read("/admin/clients")).entries);
  });

  it("trusted issuers may be deleted page by page", async () => {
    const issuers = "/admin/trust/grants/jwt-bearer/issuers";
    for (const name of ["e", "b", "d", "a", "c"]) {
      await trust(latchkey, await makeIssuer(`https://${name}.example`));
      if (name !== "d") clock.now += 1;
    }
    for (const filter of ["", "issuer=https%3A%2F%2Fe.example&"])
      assert.equal((await walk(`${issuers}?${filter}page_size=1`)).length, filter === "" ? 5 : 1);
    const pages = await walk(`${issuers}?page_size=2`, async (entries) => {
      for (const { id } of entries)
        assert.equal((await send(`${issuers}/${String(id)}`, "DELETE")).status, 204);
    });
    assert.deepEqual(
      pages.map((page) => page.length),
      [2, 2, 1],
    );
    assert.deepEqual((await read(issuers)).entries, []);
  });
});

describe("page tokens", () => {
  const tokenOf = (path: string) =>
    new URL(path, "http://admin.test").searchParams.get("page_token") ?? "";
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

  it("of the version before, which were offsets, and those of Hydra's SDKs are accepted", async () => {
    await createClients("", ["o1", "o2", "o3", "o4", "o5"]);
    const from = async (token: string) => {
      const page = await read(`/admin/clients?page_size=2&page_token=${token}`);
      return [...idsOf(page.entries), ...(await walk(page.next ?? page.first)).flatMap(idsOf)];
    };
    assert.deepEqual(await from(encode({ offset: 1 })), ["o2", "o3", "o4", "o5"]);
    // The default of page_token in Hydra's OpenAPI document, and no token.
    for (const token of [encode({ offset: 0 }), "1", ""])
      assert.deepEqual(await from(token), ["o1", "o2", "o3", "o4", "o5"], token);
    assert.deepEqual(
      (await read(`/admin/clients?page_token=${encode({ offset: 9 })}`)).next,
      undefined,
    );
  });

  it("name any client: the longest id, and ids in all scripts and cases", async () => {
    const ids = [
      "p-\u{1f512}".padEnd(255, "x"),
      'p"\\',
      "p%&+ ?",
      "pä",
      "p日本",
      "P1",
      "p1",
      "p_1",
      "p-1",
    ];
    const longest = "p".padEnd(3, "\u{1f512}") + "\u{1f512}".repeat(252);
    const all = [...ids, longest];
    await createClients("any", all);
    const pages = await walk("/admin/clients?owner=any&page_size=1");
    assert.deepEqual(pages.flatMap(idsOf).toSorted(), all.toSorted());
    assert.equal(pages.length, all.length);
  });

  it("lead back to the first page", async () => {
    const { first, next = "", entries } = await read("/admin/clients?owner=any&page_size=2");
    assert.deepEqual((await read(first)).entries, entries);
    assert.equal((await read(next)).first, first);
    assert.notEqual(tokenOf(next), "");
  });

  it("are refused where they are malformed, too long, or of another list", async () => {
    const { next = "" } = await read("/admin/clients?page_size=1");
    const [issued, issued_value] = [tokenOf(next), JSON.parse(atob(tokenOf(next)))];
    const forged = [
      "forged",
      "%",
      "0",
      "-1",
      `${issued}x`,
      issued.slice(0, -4),
      encode({}),
      encode([]),
      encode(null),
      encode({ offset: -1 }),
      encode({ offset: 1.5 }),
      encode({ offset: "1" }),
      encode({ ...issued_value, version: 2 }),
      encode({ ...issued_value, id: 7 }),
      encode({ ...issued_value, id: "nul\0" }),
      encode({ ...issued_value, id: "x".repeat(3_000) }),
      encode({ ...issued_value, at: 1.5 }),
      encode({ ...issued_value, at: "now" }),
      encode({ ...issued_value, at: 1e300 }),
    ];
    const refused = async (path: string) => {
      const response = await send(path);
      const { error, error_description } = await response.json();
      return [response.status, error, String(error_description).includes("page_token")];
    };
    for (const token of forged) {
      const path = `/admin/clients?page_token=${encodeURIComponent(token)}`;
      assert.deepEqual(await refused(path), [400, "invalid_request", true], token.slice(0, 99));
    }
    for (const path of [
      "/admin/trust/grants/jwt-bearer/issuers?",
      "/admin/oauth2/auth/sessions/consent?subject=alice&",
    ])
      assert.deepEqual(
        await refused(`${path}page_token=${issued}`),
        [400, "invalid_request", true],
        path,
      );
  });
});
