import type { ProviderChange, SecurityChange } from "@latchkey/sign-in";
import type { Template } from "./template.ts";

export interface SecurityNoticeValues {
  readonly change: SecurityChange;
  /** The account page. */
  readonly url: string;
}

type Changes = {
  readonly [Change in Exclude<SecurityChange, ProviderChange>]: string;
} & {
  readonly [Change in ProviderChange["kind"]]: (provider: string) => string;
};

const en: Changes = {
  password_changed: "Your password was changed",
  passkey_added: "A passkey was added to your account",
  app_added: "An authenticator app was added to your account",
  factor_removed: "A passkey or an authenticator app was removed from your account",
  provider_linked: (provider) => `You can now sign in to your account with ${provider}`,
  provider_unlinked: (provider) => `You can no longer sign in to your account with ${provider}`,
};
const de: Changes = {
  password_changed: "Ihr Passwort wurde geändert",
  passkey_added: "Ihrem Konto wurde ein Passkey hinzugefügt",
  app_added: "Ihrem Konto wurde eine Authenticator-App hinzugefügt",
  factor_removed: "Ein Passkey oder eine Authenticator-App wurde aus Ihrem Konto entfernt",
  provider_linked: (provider) => `Sie können sich jetzt mit ${provider} bei Ihrem Konto anmelden`,
  provider_unlinked: (provider) =>
    `Sie können sich nicht mehr mit ${provider} bei Ihrem Konto anmelden`,
};
const fr: Changes = {
  password_changed: "Votre mot de passe a été modifié",
  passkey_added: "Une clé d’accès a été ajoutée à votre compte",
  app_added: "Une application d’authentification a été ajoutée à votre compte",
  factor_removed:
    "Une clé d’accès ou une application d’authentification a été supprimée de votre compte",
  provider_linked: (provider) =>
    `Vous pouvez désormais vous connecter à votre compte avec ${provider}`,
  provider_unlinked: (provider) =>
    `Vous ne pouvez plus vous connecter à votre compte avec ${provider}`,
};
const es: Changes = {
  password_changed: "Se ha cambiado su contraseña",
  passkey_added: "Se ha añadido una llave de acceso a su cuenta",
  app_added: "Se ha añadido una aplicación de autenticación a su cuenta",
  factor_removed:
    "Se ha eliminado de su cuenta una llave de acceso o una aplicación de autenticación",
  provider_linked: (provider) => `Ahora puede iniciar sesión en su cuenta con ${provider}`,
  provider_unlinked: (provider) => `Ya no puede iniciar sesión en su cuenta con ${provider}`,
};
const ja: Changes = {
  password_changed: "パスワードが変更されました",
  passkey_added: "アカウントにパスキーが追加されました",
  app_added: "アカウントに認証アプリが追加されました",
  factor_removed: "アカウントからパスキーまたは認証アプリが削除されました",
  provider_linked: (provider) => `${provider}でアカウントにサインインできるようになりました`,
  provider_unlinked: (provider) => `${provider}ではアカウントにサインインできなくなりました`,
};
const zh: Changes = {
  password_changed: "您的密码已更改",
  passkey_added: "您的账户添加了通行密钥",
  app_added: "您的账户添加了身份验证器应用",
  factor_removed: "您的账户移除了通行密钥或身份验证器应用",
  provider_linked: (provider) => `您的账户已关联 ${provider}，可用于登录`,
  provider_unlinked: (provider) => `您的账户已取消关联 ${provider}，不能再用于登录`,
};
const zhTw: Changes = {
  password_changed: "您的密碼已變更",
  passkey_added: "您的帳戶新增了通行密鑰",
  app_added: "您的帳戶新增了驗證器應用程式",
  factor_removed: "您的帳戶移除了通行密鑰或驗證器應用程式",
  provider_linked: (provider) => `您的帳戶已連結 ${provider}，可用於登入`,
  provider_unlinked: (provider) => `您的帳戶已取消連結 ${provider}，無法再用於登入`,
};

/** Says that something about a sign-in has changed, in case it was not the user. */
export const securityNotice: Template<SecurityNoticeValues> = {
  en: ({ change, url }, { product }) => ({
    subject: `${product}: ${sentence(change, en)}`,
    paragraphs: [`${sentence(change, en)}. If this was you, there is nothing to do.`],
    button: { label: "Open your account", url },
    closing:
      "If this was not you, change your password at once, and remove what you do not know from your account.",
  }),
  de: ({ change, url }, { product }) => ({
    subject: `${product}: ${sentence(change, de)}`,
    paragraphs: [`${sentence(change, de)}. Wenn Sie das waren, müssen Sie nichts tun.`],
    button: { label: "Konto öffnen", url },
    closing:
      "Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und entfernen Sie aus Ihrem Konto, was Sie nicht kennen.",
  }),
  fr: ({ change, url }, { product }) => ({
    subject: `${product}\u202f: ${sentence(change, fr)}`,
    paragraphs: [
      `${sentence(change, fr)}. Si vous êtes à l’origine de cette modification, vous n’avez rien à faire.`,
    ],
    button: { label: "Ouvrir votre compte", url },
    closing:
      "Dans le cas contraire, modifiez immédiatement votre mot de passe et supprimez de votre compte ce que vous ne reconnaissez pas.",
  }),
  es: ({ change, url }, { product }) => ({
    subject: `${product}: ${sentence(change, es)}`,
    paragraphs: [`${sentence(change, es)}. Si ha sido usted, no tiene que hacer nada.`],
    button: { label: "Abrir su cuenta", url },
    closing:
      "Si no ha sido usted, cambie su contraseña de inmediato y elimine de su cuenta lo que no reconozca.",
  }),
  ja: ({ change, url }, { product }) => ({
    subject: `【${product}】${sentence(change, ja)}`,
    paragraphs: [`${sentence(change, ja)}。ご自身による操作であれば、対応は不要です。`],
    button: { label: "アカウントを開く", url },
    closing:
      "お心当たりがない場合は、すぐにパスワードを変更し、見覚えのないものをアカウントから削除してください。",
  }),
  zh: ({ change, url }, { product }) => ({
    subject: `${product}：${sentence(change, zh)}`,
    paragraphs: [`${sentence(change, zh)}。如果是您本人操作，则无需处理。`],
    button: { label: "打开您的账户", url },
    closing: "如果不是您本人操作，请立即更改密码，并从账户中移除您不认识的项目。",
  }),
  "zh-TW": ({ change, url }, { product }) => ({
    subject: `${product}：${sentence(change, zhTw)}`,
    paragraphs: [`${sentence(change, zhTw)}。如果是您本人操作，則無須處理。`],
    button: { label: "開啟您的帳戶", url },
    closing: "如果不是您本人操作，請立即變更密碼，並從帳戶中移除您不認識的項目。",
  }),
};

function sentence(change: SecurityChange, changes: Changes): string {
  return typeof change === "string" ? changes[change] : changes[change.kind](change.provider);
}
