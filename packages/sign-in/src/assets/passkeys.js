// Passkeys on the sign-in and account pages. Everything else works without scripts.

const encode = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const decode = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
const decodeIds = (list) => list.map((one) => ({ ...one, id: decode(one.id) }));

/** The JSON form of WebAuthn Level 3 §5.1, written here because password managers replace what browsers have of it. */
const describe = ({ id, type, response, authenticatorAttachment, ...credential }) => ({
  id,
  rawId: id,
  type,
  ...(authenticatorAttachment && { authenticatorAttachment }),
  clientExtensionResults: credential.extensions ?? {},
  response,
});

const describeNew = (credential) =>
  describe({
    id: credential.id,
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment,
    extensions: credential.getClientExtensionResults(),
    response: {
      clientDataJSON: encode(credential.response.clientDataJSON),
      attestationObject: encode(credential.response.attestationObject),
      transports: credential.response.getTransports?.() ?? [],
    },
  });

const describeSigned = (credential) =>
  describe({
    id: credential.id,
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment,
    extensions: credential.getClientExtensionResults(),
    response: {
      clientDataJSON: encode(credential.response.clientDataJSON),
      authenticatorData: encode(credential.response.authenticatorData),
      signature: encode(credential.response.signature),
      ...(credential.response.userHandle && {
        userHandle: encode(credential.response.userHandle),
      }),
    },
  });

const submitResponse = (form, response) => {
  form.elements.passkey.value = JSON.stringify(response);
  form.submit();
};

const problemOf = (form) => form.querySelector("#passkey-problem");

/** The user may have cancelled: the browser does not say, so the page offers to try again. */
const attempt = async (form, work) => {
  problemOf(form).hidden = true;
  try {
    submitResponse(form, await work());
  } catch {
    problemOf(form).hidden = false;
  }
};

let waiting = new AbortController();

const sign = async (options, mediation) =>
  describeSigned(
    await navigator.credentials.get({
      mediation,
      signal: waiting.signal,
      publicKey: {
        ...options,
        challenge: decode(options.challenge),
        allowCredentials: decodeIds(options.allowCredentials),
      },
    }),
  );

const create = async (options) =>
  describeNew(
    await navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: decode(options.challenge),
        user: { ...options.user, id: decode(options.user.id) },
        excludeCredentials: decodeIds(options.excludeCredentials),
      },
    }),
  );

if (window.PublicKeyCredential) {
  for (const area of document.querySelectorAll(".passkey-form")) area.hidden = false;

  for (const button of document.querySelectorAll("[data-passkey-create]")) {
    const options = JSON.parse(button.dataset.passkeyCreate);
    button.addEventListener("click", () => {
      void attempt(button.form, () => create(options));
    });
  }

  for (const button of document.querySelectorAll("[data-passkey-get]")) {
    const options = JSON.parse(button.dataset.passkeyGet);
    button.addEventListener("click", () => {
      waiting.abort();
      waiting = new AbortController();
      void attempt(button.form, () => sign(options));
    });
    // Passkeys among what the browser fills in for the username.
    if (document.querySelector('[autocomplete~="webauthn"]') !== null) {
      Promise.resolve(PublicKeyCredential.isConditionalMediationAvailable?.())
        .then((isAvailable) => isAvailable && sign(options, "conditional"))
        .then((response) => response && submitResponse(button.form, response))
        .catch(() => undefined); // Aborted by the button, or not possible here.
    }
  }
}
