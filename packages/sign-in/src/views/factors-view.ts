import type { JsonObject } from "@latchkey/api";

import type { TotpProposal } from "../account-services.ts";
import type { Messages } from "../messages/messages-type.ts";
import { action, hidden, row, smallForm } from "./account-parts.ts";
import { form, type FormTarget } from "./form.ts";
import { html, type SafeHtml } from "./html.ts";

export function factorsView(
  {
    target,
    app,
    codes_left,
    set_up_url,
  }: {
    readonly target: FormTarget;
    readonly app: { readonly factor_id: string; readonly facts: readonly string[] } | undefined;
    readonly codes_left: number | undefined;
    readonly set_up_url: string;
  },
  { account }: Messages,
): SafeHtml {
  const appButton =
    app === undefined
      ? html`<a class="button" href="${set_up_url}" aria-describedby="app-name"
          >${account.set_up}</a
        >`
      : smallForm(
          target,
          "remove_factor",
          { factor_id: app.factor_id },
          account.remove,
          "app-name",
        );
  return html`<h2 id="factors-title">${account.factors}</h2>
    <p class="quiet small">${account.factors_explained}</p>
    <ul class="plain-list">
      ${row("app-name", account.authenticator_app, app?.facts ?? [account.not_set_up], appButton)}
      ${
        codes_left !== undefined &&
        row(
          "codes-name",
          account.recovery_codes,
          [account.recovery_codes_left(codes_left)],
          smallForm(target, "new_recovery_codes", {}, account.new_recovery_codes, "codes-name"),
        )
      }
    </ul>`;
}

export function setUpAppView(
  {
    target,
    proposal,
    state,
    problem,
  }: {
    readonly target: FormTarget;
    readonly proposal: TotpProposal;
    readonly state: string;
    readonly problem: string | undefined;
  },
  { account, factor, cancel, proceed }: Messages,
): SafeHtml {
  const fields = html`${action("add_app")} ${hidden("state", state)}
    <p>${account.app_confirm}</p>
    ${codeField(factor.code, problem)}
    <div class="actions">
      <a class="button" href="${target.action}">${cancel}</a>
      <button class="button primary">${proceed}</button>
    </div>`;
  return html`<h1>${account.authenticator_app}</h1>
    ${appSecret(proposal, { account })} ${form(target, fields)}`;
}

/** What an authenticator app needs to know. The QR code is black on white in both colour schemes: cameras need that. */
export function appSecret(
  { qr_code, typed, uri }: TotpProposal,
  { account }: Pick<Messages, "account">,
): SafeHtml {
  return html`<p>${account.app_scan}</p>
    <p class="qr-code">
      <img
        src="data:image/svg+xml,${encodeURIComponent(qr_code)}"
        alt="${account.qr_code}"
        width="200"
        height="200"
      />
    </p>
    <p class="small">${account.app_type}</p>
    <p><code class="typed-key">${typed}</code></p>
    <p class="small"><a href="${uri}">${account.app_open}</a></p>`;
}

/** RFC 6238 codes are digits; `one-time-code` lets browsers and password managers fill them in. */
export function codeField(label: string, problem: string | undefined, has_focus = true): SafeHtml {
  const described = html`aria-invalid="true" aria-describedby="code-problem"`;
  return html`<div class="field">
    <label for="code">${label}</label>
    <input
      class="user-code"
      id="code"
      name="code"
      type="text"
      inputmode="numeric"
      autocomplete="one-time-code"
      maxlength="10"
      ${has_focus && html`autofocus`}
      ${problem !== undefined && described}
    />
    ${problem !== undefined && html`<p class="problem" id="code-problem" role="alert">${problem}</p>`}
  </div>`;
}

export function recoveryCodesView(
  { codes, back }: { readonly codes: readonly string[]; readonly back: string },
  { account }: Messages,
): SafeHtml {
  return html`<h1>${account.recovery_codes_shown.title}</h1>
    <p>${account.recovery_codes_shown.text}</p>
    <ul class="recovery-codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>
    <p class="actions">
      <a class="button primary" href="${back}">${account.recovery_codes_saved}</a>
    </p>`;
}

export function passkeysView(
  {
    target,
    passkeys,
    options,
    problem,
    not_removed,
    suggested_name,
  }: {
    readonly target: FormTarget;
    readonly passkeys: readonly {
      readonly factor_id: string;
      readonly name: string;
      readonly facts: readonly string[];
    }[];
    readonly options: JsonObject;
    readonly problem: string | undefined;
    readonly not_removed?: string | undefined;
    readonly suggested_name: string;
  },
  { account }: Messages,
): SafeHtml {
  const described = html`aria-describedby="passkey-problem"`;
  const fields = html`${action("add_passkey")}
    <input type="hidden" name="passkey" value="" />
    <div class="field">
      <label for="passkey-name">${account.passkey_name}</label>
      <input
        id="passkey-name"
        name="name"
        type="text"
        value="${suggested_name}"
        maxlength="60"
        autocomplete="off"
        ${problem !== undefined && described}
      />
    </div>
    <p class="problem" id="passkey-problem" role="alert" ${problem === undefined && html`hidden`}>
      ${problem ?? account.passkey_failed}
    </p>
    <div class="actions">
      <button class="button" type="button" data-passkey-create="${JSON.stringify(options)}">
        ${account.add_passkey}
      </button>
    </div>`;
  return html`<h2 id="passkeys-title">${account.passkeys}</h2>
    <p class="quiet small">${account.passkeys_explained}</p>
    ${
      not_removed !== undefined &&
      html`<p class="problem" id="last-passkey-problem" role="alert">${not_removed}</p>`
    }
    ${passkeys.length === 0 && html`<p class="quiet small">${account.no_passkey}</p>`}
    <ul class="plain-list">
      ${passkeys.map(({ factor_id, name, facts }, index) =>
        row(
          `passkey-${index}`,
          name,
          facts,
          smallForm(target, "remove_factor", { factor_id }, account.remove, `passkey-${index}`),
        ),
      )}
    </ul>
    <noscript><p class="quiet small">${account.passkey_needs_script}</p></noscript>
    <div class="passkey-form" hidden>${form(target, fields)}</div>`;
}
