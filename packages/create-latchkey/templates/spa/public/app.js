import { beginSignIn, finishSignIn, signOutUrl } from "./sign-in.js";

const redirect_uri = `${location.origin}/`;
const settings = { ...(await (await fetch("/settings.json")).json()), redirect_uri };

/** What has to match when the browser is back. It is used once. */
function takePending() {
  const stored = sessionStorage.getItem("pending");
  sessionStorage.removeItem("pending");
  return stored === null ? undefined : JSON.parse(stored);
}

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`There is no element ${id}.`);
  return found;
}

/** @param {string} text @param {"sign-in" | "sign-out"} button @param {() => Promise<void>} onClick */
function show(text, button, onClick) {
  element("status").textContent = text;
  element(button).hidden = false;
  element(button).addEventListener("click", () => void onClick());
}

async function signIn() {
  const { url, pending } = await beginSignIn(settings);
  sessionStorage.setItem("pending", JSON.stringify(pending));
  location.assign(url);
}

const url = new URL(location.href);
const pending = takePending();
if (pending !== undefined && url.searchParams.has("state")) {
  history.replaceState(null, "", "/"); // Removes the code from the address bar.
  try {
    // The tokens are in memory only: a reload signs in again, without a form while the user is signed in at Latchkey.
    const { id_token, name } = await finishSignIn(settings, url, pending);
    show(`Hello, ${name}.`, "sign-out", async () => {
      location.assign(await signOutUrl(settings, id_token));
    });
  } catch (error) {
    console.error(error);
    show("Signing in failed.", "sign-in", signIn);
  }
} else {
  show("You are not signed in.", "sign-in", signIn);
}
