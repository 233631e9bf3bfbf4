import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Servers } from "./example.ts";

/** The contract of the branding of pages. There is one, so the tests of both servers share it. */
export function describeBranding(servers: () => Servers): void {
  describe("the branding", () => {
    it("is empty, then what was set last, on this server at once and on others after a refresh", async () => {
      const { store, peer } = servers();
      const full = {
        product_name: "Wonderland",
        show_name: false,
        light: { primary: "#0b5fff" },
        corner_radius: 6,
        css: "h1 { color: red }",
        links: { privacy: "https://wonderland.example/privacy" },
        texts: { de: { sign_in_title: "Willkommen" } },
      };
      assert.deepEqual(await peer.branding.find(), {});
      await store.branding.set(full);
      assert.deepEqual(await store.branding.find(), full);
      assert.equal(await store.branding.find(), await store.branding.find(), "it is cached");
      await peer.refresh();
      assert.deepEqual(await peer.branding.find(), full);
      await peer.branding.set({ product_name: "Looking-Glass" });
      await store.refresh();
      assert.deepEqual(await store.branding.find(), { product_name: "Looking-Glass" });
      await store.branding.set({});
      assert.deepEqual(await store.branding.find(), {});
    });

    it("is one of two that are set at once, whole", async () => {
      const { store, peer } = servers();
      const rivals = [{ product_name: "One", css: "a{}" }, { product_name: "Two" }];
      await Promise.all(rivals.map((rival, at) => (at === 0 ? store : peer).branding.set(rival)));
      await Promise.all([store.refresh(), peer.refresh()]);
      const found = await store.branding.find();
      assert.ok(rivals.some((rival) => JSON.stringify(rival) === JSON.stringify(found)));
      assert.deepEqual(await peer.branding.find(), found);
      await store.branding.set({});
    });
  });
}
