import type { Template } from "./template.ts";

export interface EmailChangedValues {
  /** The account page. */
  readonly url: string;
  /** Whether the old address is the username of the account: it stays that, and signs in. */
  readonly is_username: boolean;
}

/** Goes to the address that an account had, which the new one would not tell its user of. */
export const emailChanged: Template<EmailChangedValues> = {
  en: ({ url, is_username }, { product }) => ({
    subject: `Your email address for ${product} has been changed`,
    paragraphs: [
      `Your account at ${product} now has another email address.`,
      is_username
        ? "Emails no longer go to this address. It stays your username, and can still be used to sign in."
        : "This address can no longer be used to sign in.",
    ],
    button: { label: "Open your account", url },
    closing:
      "If this was not you, change your password at once, and contact the people who run the service.",
  }),
  de: ({ url, is_username }, { product }) => ({
    subject: `Ihre E-Mail-Adresse für ${product} wurde geändert`,
    paragraphs: [
      `Ihr Konto bei ${product} hat jetzt eine andere E-Mail-Adresse.`,
      is_username
        ? "An diese Adresse gehen keine E-Mails mehr. Sie bleibt Ihr Benutzername, mit dem Sie sich weiterhin anmelden können."
        : "Mit dieser Adresse können Sie sich nicht mehr anmelden.",
    ],
    button: { label: "Konto öffnen", url },
    closing:
      "Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und wenden Sie sich an den Betreiber des Dienstes.",
  }),
  fr: ({ url, is_username }, { product }) => ({
    subject: `Votre adresse e-mail pour ${product} a été modifiée`,
    paragraphs: [
      `Votre compte ${product} a désormais une autre adresse e-mail.`,
      is_username
        ? "Cette adresse ne recevra plus d’e-mails. Elle reste votre identifiant et permet toujours de se connecter."
        : "Cette adresse ne permet plus de se connecter.",
    ],
    button: { label: "Ouvrir votre compte", url },
    closing:
      "Si vous n’êtes pas à l’origine de ce changement, modifiez immédiatement votre mot de passe et contactez le responsable du service.",
  }),
  es: ({ url, is_username }, { product }) => ({
    subject: `Se ha cambiado su correo electrónico de ${product}`,
    paragraphs: [
      `Su cuenta de ${product} tiene ahora otro correo electrónico.`,
      is_username
        ? "Esta dirección ya no recibirá correos. Sigue siendo su nombre de usuario y puede iniciar sesión con ella."
        : "Ya no puede iniciar sesión con esta dirección.",
    ],
    button: { label: "Abrir su cuenta", url },
    closing:
      "Si no ha sido usted, cambie su contraseña de inmediato y póngase en contacto con los responsables del servicio.",
  }),
  ja: ({ url, is_username }, { product }) => ({
    subject: `【${product}】メールアドレスが変更されました`,
    paragraphs: [
      `${product} のアカウントのメールアドレスが変更されました。`,
      is_username
        ? "今後、このアドレスにメールは届きません。ユーザー名はこのアドレスのまま変わらず、引き続きサインインに使用できます。"
        : "このアドレスではサインインできなくなりました。",
    ],
    button: { label: "アカウントを開く", url },
    closing: "お心当たりがない場合は、すぐにパスワードを変更し、サービスの管理者にご連絡ください。",
  }),
  zh: ({ url, is_username }, { product }) => ({
    subject: `您的 ${product} 电子邮件地址已更改`,
    paragraphs: [
      `您的 ${product} 账户现在使用另一个电子邮件地址。`,
      is_username
        ? "此地址不再接收邮件，但仍是您的用户名，可继续用于登录。"
        : "此地址不能再用于登录。",
    ],
    button: { label: "打开您的账户", url },
    closing: "如果不是您本人操作，请立即更改密码，并联系服务管理员。",
  }),
  "zh-TW": ({ url, is_username }, { product }) => ({
    subject: `您的 ${product} 電子郵件地址已變更`,
    paragraphs: [
      `您的 ${product} 帳戶現在使用另一個電子郵件地址。`,
      is_username
        ? "此地址不再接收郵件，但仍是您的使用者名稱，可繼續用來登入。"
        : "此地址不能再用來登入。",
    ],
    button: { label: "開啟您的帳戶", url },
    closing: "如果不是您本人操作，請立即變更密碼，並聯絡服務管理員。",
  }),
};
