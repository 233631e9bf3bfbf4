import type { Template } from "./template.ts";

export interface EmailChangedValues {
  /** The account page. */
  readonly url: string;
}

/** Goes to the address that an account had, which the new one would not tell its user of. */
export const emailChanged: Template<EmailChangedValues> = {
  en: ({ url }, { product }) => ({
    subject: `Your email address for ${product} has been changed`,
    paragraphs: [
      `Your account at ${product} now has another email address. This address can no longer be used to sign in.`,
    ],
    button: { label: "Open your account", url },
    closing:
      "If this was not you, change your password at once, and contact the people who run the service.",
  }),
  de: ({ url }, { product }) => ({
    subject: `Ihre E-Mail-Adresse für ${product} wurde geändert`,
    paragraphs: [
      `Ihr Konto bei ${product} hat jetzt eine andere E-Mail-Adresse. Mit dieser Adresse können Sie sich nicht mehr anmelden.`,
    ],
    button: { label: "Konto öffnen", url },
    closing:
      "Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und wenden Sie sich an den Betreiber des Dienstes.",
  }),
  fr: ({ url }, { product }) => ({
    subject: `Votre adresse e-mail pour ${product} a été modifiée`,
    paragraphs: [
      `Votre compte ${product} a désormais une autre adresse e-mail. Cette adresse ne permet plus de se connecter.`,
    ],
    button: { label: "Ouvrir votre compte", url },
    closing:
      "Si vous n’êtes pas à l’origine de ce changement, modifiez immédiatement votre mot de passe et contactez le responsable du service.",
  }),
  es: ({ url }, { product }) => ({
    subject: `Se ha cambiado su correo electrónico de ${product}`,
    paragraphs: [
      `Su cuenta de ${product} tiene ahora otro correo electrónico. Ya no puede iniciar sesión con esta dirección.`,
    ],
    button: { label: "Abrir su cuenta", url },
    closing:
      "Si no ha sido usted, cambie su contraseña de inmediato y póngase en contacto con los responsables del servicio.",
  }),
  ja: ({ url }, { product }) => ({
    subject: `【${product}】メールアドレスが変更されました`,
    paragraphs: [
      `${product} のアカウントのメールアドレスが変更されました。このアドレスではサインインできなくなりました。`,
    ],
    button: { label: "アカウントを開く", url },
    closing: "お心当たりがない場合は、すぐにパスワードを変更し、サービスの管理者にご連絡ください。",
  }),
  zh: ({ url }, { product }) => ({
    subject: `您的 ${product} 电子邮件地址已更改`,
    paragraphs: [`您的 ${product} 账户现在使用另一个电子邮件地址。此地址不能再用于登录。`],
    button: { label: "打开您的账户", url },
    closing: "如果不是您本人操作，请立即更改密码，并联系服务管理员。",
  }),
  "zh-TW": ({ url }, { product }) => ({
    subject: `您的 ${product} 電子郵件地址已變更`,
    paragraphs: [`您的 ${product} 帳戶現在使用另一個電子郵件地址。此地址不能再用來登入。`],
    button: { label: "開啟您的帳戶", url },
    closing: "如果不是您本人操作，請立即變更密碼，並聯絡服務管理員。",
  }),
};
