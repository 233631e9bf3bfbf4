const find = (id) => document.getElementById(id);

find("sign-in").addEventListener("click", async () => {
  find("status").textContent = "Sign in in your browser.";
  try {
    show(await window.photos.signIn());
  } catch (error) {
    show(undefined);
    find("status").textContent = `Sign-in failed: ${error.message}`;
  }
});
find("sign-out").addEventListener("click", async () => {
  await window.photos.signOut();
  show(undefined);
});
show(await window.photos.user());

function show(user) {
  find("status").textContent = user ? `Hello ${user.name}.` : "You are not signed in.";
  find("sign-in").hidden = Boolean(user);
  find("sign-out").hidden = !user;
}
