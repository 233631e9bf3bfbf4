import { expect, test } from "./fixtures.js";

test("a user signs in", async ({ page, latchkey, app }) => {
  const { username, password } = await latchkey.createUser({ claims: { name: "Alice" } });
  await page.goto(app.origin);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("heading")).toHaveText("Hello Alice");
});
