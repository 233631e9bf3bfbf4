import { type ApiKeyScope, mayCall, type OperationId, operations } from "@latchkey/api";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@latchkey/client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { guidesOf } from "../src/guides/guides.ts";
import type { PagedList } from "../src/queries/lists.ts";
import { compileComponents } from "./compile-components.ts";

type Props = Readonly<Record<string, unknown>>;
type Component = (props: Props) => ReactNode;
interface Boundary {
  new (props: Props): { state: Props; render(): ReactNode };
  getDerivedStateFromError(error: unknown): Props;
  getDerivedStateFromProps(props: Props, state: Props): Props | null;
}

/** Imports a component, with less than its own props: what a test leaves out is not used. */
async function load<Name extends string, Type = Component>(
  path: string,
): Promise<Readonly<Record<Name, Type>>> {
  return import(`../src/${path}`);
}

await compileComponents();
const { Table } = await load<"Table">("components/tables/table.tsx");
const { Form } = await load<"Form">("components/forms/form.tsx");
const { ErrorNotice } = await load<"ErrorNotice">("components/notice.tsx");
const { RecordTime } = await load<"RecordTime">("components/date-time.tsx");
const { PageQuery } = await load<"PageQuery">("components/page.tsx");
const { ErrorBoundary } = await load<"ErrorBoundary", Boundary>("components/error-boundary.tsx");
const { SummaryTiles } = await load<"SummaryTiles">("pages/overview/summary-tiles.tsx");
const { TextField } = await load<"TextField">("components/forms/text-field.tsx");
const { GuideTabs } = await load<"GuideTabs">("guides/guide-tabs.tsx");
const { SessionProvider } = await load<"SessionProvider">("session/session.ts");
const { CreateLink } = await load<"CreateLink">("session/create-link.tsx");
const { PermittedPage } = await load<"PermittedPage">("session/require-operation.tsx");
const { UnusedAccountsNotice } = await load<"UnusedAccountsNotice">(
  "pages/accounts/unused-accounts-notice.tsx",
);
const { FirstSteps } = await load<"FirstSteps">("pages/overview/first-steps.tsx");
const { RecordCountTiles } = await load<"RecordCountTiles">("pages/overview/record-counts.tsx");
const { ConsentTable } = await load<"ConsentTable">("pages/sessions/consent-table.tsx");
const { ClientDetails } = await load<"ClientDetails">("pages/clients/client-details.tsx");
const { ImpactNotice } = await load<"ImpactNotice">("pages/impact/impact-notice.tsx");

const list: PagedList<string> = {
  kind: "paged",
  items: ["Tea shop", "Photos"],
  total: 2,
  search: "",
  error: null,
  isFetching: false,
  retry: () => undefined,
};
const table = {
  label: "Clients",
  noun: "client",
  list,
  keyOf: (name: string) => name,
  columns: [
    { title: "Name", cell: (name: string) => name },
    { title: "Actions", titleHidden: true, alignEnd: true, cell: () => "Delete" },
  ],
  search: { text: "", setText: () => undefined, search: "", searchedFields: "name or ID" },
  empty: { title: "No clients yet", children: "Create one." },
};

test("a table has a caption, column headers, and a header for each row", () => {
  const html = render(createElement(Table, table));
  assert.match(html, /<caption[^>]*>Clients<\/caption>/);
  assert.match(html, /<th scope="row"[^>]*>Tea shop<\/th><td[^>]*>Delete<\/td>/);
  assert.match(html, /<span class="visually-hidden">Actions<\/span>/);
  assert.match(html, /2 clients/);
  assert.match(html, /aria-label="Search clients"/);
});

test("a paged table offers more rows where there are more, and no sorting", () => {
  assert.doesNotMatch(render(createElement(Table, table)), /Show more|aria-sort/);
  const showMore = (): void => undefined;
  const html = render(createElement(Table, { ...table, list: { ...list, total: 9, showMore } }));
  assert.match(html, /2 of 9 clients/);
  assert.match(html, /Show more/);
});

test("a complete table sorts by the columns that say how", () => {
  const complete = { ...table, list: { ...list, kind: "complete" }, search: undefined };
  const [name, actions] = table.columns;
  const columns = [{ ...name, sortBy: (text: string) => text }, actions];
  const html = render(createElement(Table, { ...complete, columns }));
  assert.match(html, /aria-sort="none"[^>]*><button/);
  assert.equal(html.match(/aria-sort/g)?.length, 1);
});

test("while loading, an outline is shown and announced", () => {
  const html = render(createElement(Table, { ...table, list: { ...list, items: undefined } }));
  assert.match(html, /role="status"[^>]*>Loading clients…/);
  assert.match(html, /class="card table-card skeleton"/);
  assert.doesNotMatch(html, /<table/);
});

test("an empty list says what to do, and has nothing to search", () => {
  const html = render(createElement(Table, { ...table, list: { ...list, items: [], total: 0 } }));
  assert.match(html, /No clients yet/);
  assert.match(html, /Create one\./);
  assert.doesNotMatch(html, /Search clients/);
});

test("a search without matches says where the server searched", () => {
  const search = { ...table.search, text: "tea", search: "tea" };
  const none = { ...list, items: [], total: 0, search: "tea" };
  const html = render(createElement(Table, { ...table, search, list: none }));
  assert.match(html, /No client on this server has “tea” in its name or ID\./);
  assert.match(html, /Search clients/);
});

test("an error is announced, with a way to try again; rows that are known stay", () => {
  const error = new TypeError("Failed to fetch");
  const html = render(createElement(Table, { ...table, list: { ...list, error } }));
  assert.match(
    html,
    /role="alert"[^]*The server does not respond\. Check that it is running and try again\. \(Failed to fetch\)[^]*Try again/,
  );
  assert.match(html, /Tea shop/);
  assert.equal(render(createElement(ErrorNotice, { error: null })), "");
});

test("the error of a token request links to the inspector, which does not record other requests of the console", () => {
  const headers = new Headers({ "x-request-id": "7ea00000-0000-4000-8000-000000000001" });
  const notice = (operation: "oauth2Token" | "getApi") => {
    const error = new ApiError({ operation, ok: false, status: 404, headers, body: {} });
    return render(createElement(ErrorNotice, { error }));
  };
  assert.match(notice("oauth2Token"), /7ea00000[^]*Find it in the inspector/);
  assert.match(notice("getApi"), /7ea00000/);
  assert.doesNotMatch(notice("getApi"), /inspector/);
});

test("what the server does not have is neither linked nor counted", (t) => {
  const counts = { clients: 3, accounts: undefined, workspaces: undefined };
  const headers = new Headers({ "x-request-id": "7ea00000-0000-4000-8000-000000000001" });
  const refusal = { operation: "oauth2Token", ok: false, status: 401, headers, body: {} } as const;
  const overview = () =>
    render(createElement(RecordCountTiles, { counts, snapshots: [] })) +
    render(createElement(ErrorNotice, { error: new ApiError(refusal) }));
  assert.match(overview(), /Accounts[^]*Workspaces[^]*Find it in the inspector/);
  const page = { querySelector: () => ({ content: "listOAuth2Clients oauth2Token" }) };
  Object.defineProperty(globalThis, "document", { value: page, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, "document"));
  assert.match(overview(), /Clients[^]*7ea00000/);
  assert.doesNotMatch(overview(), /Accounts|Workspaces|inspector/);
});

test("a page offers to try again unless its record does not exist", () => {
  const page = (
    status: number,
    operation: "getApi" | "getOAuth2Client" = "getOAuth2Client",
  ): string => {
    const refusal = { ok: false, operation, headers: new Headers() } as const;
    const error = new ApiError({ ...refusal, status, body: { error_description: "No client." } });
    const query = { data: undefined, error, refetch: () => undefined };
    return render(createElement(PageQuery, { query, children: () => "" }));
  };
  assert.match(page(503), /No client\..*Try again/);
  assert.match(page(401, "getApi"), /No client\..*Try again/);
  // A client that does not exist is answered 401, as one that the caller may not see.
  for (const html of [page(404, "getApi"), page(404), page(401)]) {
    assert.match(html, /Not found.*it was deleted, or the address is mistyped/);
    assert.doesNotMatch(html, /Try again/);
  }
});

test("a response that is not the server's own is explained", () => {
  const headers = new Headers({ "content-type": "text/html" });
  const refusal = { operation: "listApis", ok: false, status: 502, headers, body: "" } as const;
  const html = render(createElement(ErrorNotice, { error: new ApiError(refusal) }));
  assert.match(html, /answered with status 502\. Check that the server and its proxy are running/);
  assert.doesNotMatch(html, /listApis/);
});

test("a record has the exact time of its events, with the time zone", () => {
  const html = (time: string) => render(createElement(RecordTime, { time }));
  assert.match(
    html("2026-03-02T14:05:09Z"),
    /<time dateTime="2026-03-02T14:05:09.000Z">2 Mar 2026, \d\d:05:09 [A-Z]/,
  );
  assert.equal(html("0001-01-01T00:00:00Z"), "never");
});

test("a minute without requests has no error rate and no slowest route", () => {
  const snapshot = { at: 1, tokens: new Map(), errors: new Map(), routes: new Map() };
  const html = render(createElement(SummaryTiles, { snapshots: [snapshot] }));
  assert.match(html, /Slowest route<\/dt><dd><strong>–</);
  assert.match(html, /Error rate<\/dt><dd><strong>–<.*no requests/);
});

test("a field has a label, a name, and its error in reach of screen readers", () => {
  const field = { label: "Scope", name: "scope", value: "", onChange: () => undefined };
  const html = render(createElement(TextField, { ...field, error: "The scope must be words." }));
  assert.match(html, /<label[^>]*>Scope<\/label>/);
  assert.match(html, /name="scope"/);
  assert.match(html, /aria-invalid="true"/);
  assert.match(html, /The scope must be words\./);
  assert.doesNotMatch(render(createElement(TextField, field)), /aria-invalid="true"/);
});

test("a form has its fields before its buttons, and says why it cannot be sent yet", () => {
  const props = {
    onSubmit: () => Promise.resolve(),
    submitLabel: "Create client",
    missing: "Enter a name first.",
    children: "Fields",
  };
  const html = render(createElement(Form, props));
  assert.match(html, /Fields[^]*<button[^>]*disabled=""[^>]*>Create client<\/button>/);
  const [, id = ""] = /<button[^>]*aria-describedby="([^"]+)"/.exec(html) ?? [];
  assert.ok(html.includes(`<span id="${id}" class="missing">Enter a name first.</span>`), html);
});

test("a page that fails says so, with a way to reload it, until another page is shown", () => {
  const props = { path: "clients", beside: "navigation", children: "Clients" } as const;
  const instance = new ErrorBoundary(props);
  assert.equal(render(instance.render()), "Clients");
  const failed = ErrorBoundary.getDerivedStateFromError(new Error("No such field"));
  instance.state = { ...instance.state, ...failed };
  const html = render(instance.render());
  assert.match(html, /<h1[^>]*>This page cannot be shown<\/h1>[^]*role="alert"[^]*No such field/);
  assert.match(html, /Reload the page[^]*href="\/console"[^>]*>Go to the overview/);
  const next = (path: string) =>
    ErrorBoundary.getDerivedStateFromProps({ ...props, path }, instance.state);
  assert.equal(next("clients"), null);
  assert.deepEqual(next("apis"), { path: "apis", failure: undefined });
});

test("what the API key may not do has no link, and no page", () => {
  const renderAs = (scopes: readonly ApiKeyScope[], element: ReactNode): string => {
    const access = { scopes };
    const value = { access, may: (id: OperationId) => mayCall({ scopes }, id, operations[id]) };
    return render(createElement(SessionProvider, { value }, element));
  };
  const link = createElement(CreateLink, { id: "createApi", href: "/console/new-api" }, "New API");
  assert.match(renderAs(["write"], link), /<a[^>]*href="\/console\/new-api"[^>]*>New API<\/a>/);
  assert.equal(renderAs(["read"], link), "");
  const page = createElement(
    PermittedPage,
    { id: "listJsonWebKeySets", title: "Keys" },
    "Generate",
  );
  assert.equal(renderAs(["keys"], page), "Generate");
  assert.match(
    renderAs(["write"], page),
    /the role administrator, or an API key with the scope <code>keys<\/code>/,
  );
});

test("where another page signs users in, the accounts say that they are not used", () => {
  const notice = (session: object): string =>
    render(createElement(SessionProvider, { value: session }, createElement(UnusedAccountsNotice)));
  assert.equal(notice({}), "");
  assert.match(
    notice({ login_url: "https://login.example/" }),
    /not in use\.<\/strong> Users sign in at <code>https:\/\/login\.example\/<\/code>/,
  );
});

test("the overview has first steps until there is a client, and an account where it is needed", () => {
  const steps = (counts: object, session: object = {}): string =>
    render(
      createElement(SessionProvider, { value: session }, createElement(FirstSteps, { counts })),
    );
  assert.equal(steps({}), "", "not before the counts are known");
  assert.equal(steps({ clients: 1, accounts: 2 }), "");
  assert.match(steps({ clients: 0, accounts: 0 }), /Create an account.*Create a client/);
  assert.match(steps({ clients: 1, accounts: 0 }), /Create a client<\/a>[^<]*<span[^>]*>done/);
  const replaced = { login_url: "https://login.example/" };
  assert.equal(steps({ clients: 1, accounts: 0 }, replaced), "");
  assert.doesNotMatch(steps({ clients: 0, accounts: 0 }, replaced), /Create an account/);
});

test("the scopes of a client and of a consent have the titles that users read", () => {
  const client = {
    client_id: "photos",
    client_name: "Photos",
    grant_types: [],
    redirect_uris: [],
    allowed_cors_origins: [],
    scope: "openid photos.read export",
    audience: ["HTTPS://api.photos.example"],
    created_at: "2026-03-02T14:05:09Z",
    updated_at: "2026-03-02T14:05:09Z",
  };
  const apis = [
    {
      identifier: "https://backup.example/",
      scope_texts: { export: { en: { title: "Back up" } } },
    },
    {
      identifier: "https://api.photos.example/",
      scope_texts: {
        "photos.read": { de: { title: "Fotos" }, en: { title: "See <your> photos" } },
      },
    },
  ];
  const session = {
    latchkey: {},
    may: () => true,
    scope_texts: {
      export: { en: { title: "Export your data" } },
      "photos.read": { en: { title: "Read" } },
    },
  };
  const shown = (element: ReactNode, known: readonly object[] = apis): string => {
    const cache = new QueryClient();
    cache.setQueryData(["apis", "texts"], known);
    return render(createElement(SessionProvider, { value: session }, element), cache);
  };
  const details = createElement(ClientDetails, { client });
  const html = shown(details);
  assert.match(html, /<li><code>openid<\/code><\/li>/);
  assert.match(html, /<li>See &lt;your&gt; photos <code>photos\.read<\/code><\/li>/);
  assert.match(html, /<li>Export your data <code>export<\/code><\/li>/, "not of another API");
  assert.match(shown(details, []), /<li>Read <code>photos\.read<\/code><\/li>/, "the settings'");

  const consent = {
    grant_scope: ["openid", "export", "photos.read"],
    grant_access_token_audience: ["https://backup.example/"],
    handled_at: "2026-03-02T14:05:09Z",
    remember: false,
    remember_for: 0,
    consent_request: { challenge: "c1", client },
  };
  const consents = { ...list, items: [consent], total: 1 };
  const tableOfConsents = { subject: "alice", list: consents, emptyText: "None." };
  const consented = shown(createElement(ConsentTable, tableOfConsents));
  assert.match(consented, /<li>Back up <code>export<\/code><\/li>/, "of an API that was granted");
  assert.match(consented, /<li>See &lt;your&gt; photos <code>photos\.read<\/code><\/li>/);
  assert.match(consented, /<li><code>openid<\/code><\/li>/);
});

test("a tab for each guide has its files, with the values of a client", () => {
  const client = new QueryClient();
  client.setQueryData(
    ["guides", "python"],
    [
      { path: "requirements.txt", language: "text", code: "Authlib" },
      { path: "app.py", language: "python", code: 'os.environ.get("CLIENT_ID", "photos")' },
    ],
  );
  const props = {
    guides: guidesOf(["web"]).toSorted(({ page }) => (page === "python" ? -1 : 1)),
    values: { ISSUER: "https://id.example.com", CLIENT_ID: "photos-42" },
  };
  const html = render(createElement(GuideTabs, props), client);
  for (const tab of ["Express", "Next.js", "Python", "Go", "Java"]) {
    assert.ok(html.includes(`>${tab}</`), tab);
  }
  assert.match(
    html,
    /aria-label="app\.py">os\.environ\.get\(&quot;CLIENT_ID&quot;, &quot;photos-42&quot;\)/,
  );
  assert.match(html, /href="\/docs\/guides\/python"/);
  assert.match(html, /<summary><code>requirements\.txt<\/code><\/summary>/);
});

const refusedBy = (client_id: string, requests: number, refused: number, refusals: object[]) => ({
  client_id,
  client_name: client_id === "photos" ? "Photos" : "",
  requests,
  refused,
  refusals,
  unknown: 0,
});

function renderImpact(action: string, change: object | undefined, clients: object[]): string {
  const refused = clients
    .map((one) => ("refused" in one ? Number(one.refused) : 0))
    .reduce((total, count) => total + count, 0);
  const cache = new QueryClient();
  const impact = { since: "2026-10-20T00:00:00Z", refused, clients, complete: true };
  cache.setQueryData(["impact", change], impact);
  const notice = createElement(ImpactNotice, { action, change });
  const session = { latchkey: {}, may: () => true };
  const html = render(createElement(SessionProvider, { value: session }, notice), cache);
  return html.replaceAll(/<[^>]*>|<!-- -->/g, "");
}

test("before a change, the impact says how many requests of which clients it would refuse", () => {
  const saved = { kind: "api", id: "https://api.example", after: { scopes: ["read"] } };
  const scopes = { field: "scopes", value: "write" };
  const one = refusedBy("photos", 1203, 214, [{ ...scopes, requests: 214 }]);
  assert.equal(
    renderImpact("Saving", saved, [one]),
    "Saving would have refused 214 of the 1203 requests of Photos since 2026-10-20: scopes write (214).",
  );
  const others = ["b", "c", "d"].map((id) => refusedBy(id, 9, 2, [{ ...scopes, requests: 2 }]));
  const unaffected = { ...refusedBy("e", 9, 0, []), unknown: 9 };
  assert.equal(
    renderImpact("Saving", saved, [one, ...others, unaffected]),
    "Saving would have refused 220 requests of Photos (214), b (2), c (2), 1 more client since 2026-10-20: scopes write (220).",
  );
  const deleted = { kind: "client", id: "photos" };
  const all = refusedBy("photos", 3, 3, [{ field: "client_id", value: "", requests: 3 }]);
  assert.equal(
    renderImpact("Deleting it", deleted, [all]),
    "Deleting it would have refused 3 of the 3 requests of Photos since 2026-10-20.",
  );
});

test("a change that would refuse nothing, and a form without a change, have no impact", () => {
  const change = { kind: "client", id: "photos" };
  assert.equal(renderImpact("Saving", change, [{ ...refusedBy("photos", 9, 0, []) }]), "");
  assert.equal(renderImpact("Saving", undefined, [refusedBy("photos", 3, 3, [])]), "");
});

function render(element: ReactNode, client = new QueryClient()): string {
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, element));
}
