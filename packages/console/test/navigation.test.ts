import assert from "node:assert/strict";
import { test } from "node:test";
import { createNavigation } from "../src/navigation.ts";

/** A window with a history like a browser's: a step changes the address first, and is reported then. */
function openWindow(address: string) {
  const entries = [{ address, state: null as unknown }];
  let at = 0;
  let onPopState = (): void => undefined;
  const entry = () => entries[at] ?? { address: "", state: null };
  const go = (delta = 0): void => {
    if (delta === 0 || entries[at + delta] === undefined) return;
    at += delta;
    onPopState();
  };
  const held: (() => void)[] = [];
  let isHolding = false;
  return {
    go,
    address: () => entry().address,
    /** Steps of the page itself wait, as in a browser, until they land. */
    hold: () => void (isHolding = true),
    land(): void {
      isHolding = false;
      for (const step of held.splice(0)) step();
    },
    followFragment(): void {
      entries.splice(at + 1, Infinity, { address: entry().address, state: null });
      go(1);
    },
    window: {
      location: {
        get pathname() {
          return entry().address.split("?")[0] ?? "";
        },
        get search() {
          const [, query] = entry().address.split("?");
          return query === undefined ? "" : `?${query}`;
        },
      },
      history: {
        get state() {
          return entry().state;
        },
        pushState(state: unknown, _title: string, to: string | URL | null = null): void {
          entries.splice(at + 1, Infinity, { address: String(to), state });
          at += 1;
        },
        replaceState(state: unknown, _title: string, to: string | URL | null = null): void {
          entries[at] = { address: to === null ? entry().address : String(to), state };
        },
        go(delta = 0): void {
          if (isHolding) held.push(() => go(delta));
          else go(delta);
        },
      },
      addEventListener(_type: "popstate", listener: () => void): void {
        onPopState = listener;
      },
    },
  };
}

/** A tab with three pages in its history, on the second of them. */
function openTab() {
  const browser = openWindow("/console");
  const navigation = createNavigation(browser.window);
  const shown: string[] = [];
  navigation.subscribe(() => shown.push(navigation.address()));
  navigation.navigate("/console/new-client");
  navigation.navigate("/console/apis?search=tea");
  browser.go(-1);
  shown.length = 0;
  return { browser, navigation, shown };
}

test("the history shows another page where no guard refuses", () => {
  const { browser, navigation, shown } = openTab();
  navigation.guard(() => true);
  browser.go(1);
  browser.go(-2);
  assert.deepEqual(shown, ["/console/apis?search=tea", "/console"]);
});

for (const [direction, delta] of [
  ["back", -1],
  ["forward", 1],
] as const) {
  test(`a step ${direction} that a guard refuses is taken back, and can be taken later`, () => {
    const { browser, navigation, shown } = openTab();
    const release = navigation.guard(() => false);
    browser.go(delta);
    assert.deepEqual([browser.address(), shown], ["/console/new-client", []]);
    assert.equal(navigation.address(), "/console/new-client");
    release();
    browser.go(delta);
    assert.equal(navigation.address(), browser.address());
    assert.equal(shown.length, 1);
  });
}

for (const [direction, delta] of [
  ["back", -1],
  ["forward", 1],
] as const) {
  test(`a record that is saved before a refused step ${direction} is taken back is shown, and its steps can be refused`, () => {
    const { browser, navigation, shown } = openTab();
    const release = navigation.guard(() => false);
    browser.hold();
    browser.go(delta);
    release(); // The form was saved in the meantime.
    navigation.navigate("/console/clients/photos");
    browser.land();
    assert.deepEqual(shown, ["/console/clients/photos"]);
    assert.equal(browser.address(), "/console/clients/photos");

    navigation.guard(() => false);
    browser.go(-1);
    assert.equal(browser.address(), "/console/clients/photos");
    assert.equal(shown.length, 1);
  });
}

test("the page stays the shown one while a guard is asked", () => {
  const { browser, navigation } = openTab();
  const asked: string[] = [];
  navigation.guard(() => {
    asked.push(navigation.address());
    return false;
  });
  browser.go(-1);
  assert.deepEqual(asked, ["/console/new-client"]);
});

test("a link to a fragment of the page asks nothing, and neither does the way back", () => {
  const { browser, navigation, shown } = openTab();
  navigation.guard(() => false);
  browser.followFragment();
  browser.go(-1);
  assert.equal(navigation.address(), "/console/new-client");
  browser.go(-1);
  assert.equal(browser.address(), "/console/new-client");
  assert.ok(shown.every((address) => address === "/console/new-client"));
});

test("a search that replaces the address adds no step", () => {
  const { browser, navigation } = openTab();
  navigation.navigate("/console/new-client?search=t", { replace: true });
  browser.go(-1);
  assert.equal(navigation.address(), "/console");
});

test("a reload keeps the positions of the history", () => {
  const { browser } = openTab();
  const reloaded = createNavigation(browser.window);
  reloaded.guard(() => false);
  browser.go(-1);
  assert.equal(browser.address(), "/console/new-client");
});
