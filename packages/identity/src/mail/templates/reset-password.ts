import type { LinkValues, Template } from "./template.ts";

/** The link by which a user who has forgotten the password chooses another one. */
export const resetPassword: Template<LinkValues> = {
  en: ({ url, valid_for }, { product, duration }) => ({
    subject: `Reset your password for ${product}`,
    paragraphs: [
      `A new password was requested for your account at ${product}. Choose one with this link.`,
    ],
    button: { label: "Choose a new password", url },
    closing: `The link works once, and for ${duration(valid_for)}. If you did not request it, ignore this email: your password stays the same.`,
  }),
  de: ({ url, valid_for }, { product, duration }) => ({
    subject: `Setzen Sie Ihr Passwort für ${product} zurück`,
    paragraphs: [
      `Für Ihr Konto bei ${product} wurde ein neues Passwort angefordert. Über diesen Link können Sie eines festlegen.`,
    ],
    button: { label: "Neues Passwort festlegen", url },
    closing: `Der Link ist ${duration(valid_for)} gültig und kann nur einmal verwendet werden. Wenn Sie kein neues Passwort angefordert haben, können Sie diese E-Mail ignorieren. Ihr Passwort bleibt dann unverändert.`,
  }),
  fr: ({ url, valid_for }, { product, duration }) => ({
    subject: `Réinitialisez votre mot de passe pour ${product}`,
    paragraphs: [
      `Un nouveau mot de passe a été demandé pour votre compte ${product}. Ce lien vous permet de le choisir.`,
    ],
    button: { label: "Choisir un nouveau mot de passe", url },
    closing: `Ce lien est valable ${duration(valid_for)} et ne peut être utilisé qu’une seule fois. Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail\u202f: votre mot de passe ne change pas.`,
  }),
  es: ({ url, valid_for }, { product, duration }) => ({
    subject: `Restablezca su contraseña de ${product}`,
    paragraphs: [
      `Se ha solicitado una contraseña nueva para su cuenta de ${product}. Elíjala con este enlace.`,
    ],
    button: { label: "Elegir una contraseña nueva", url },
    closing: `El enlace funciona una sola vez y caduca en ${duration(valid_for)}. Si no lo ha solicitado, ignore este mensaje: su contraseña no cambiará.`,
  }),
  ja: ({ url, valid_for }, { product, duration }) => ({
    subject: `【${product}】パスワードの再設定`,
    paragraphs: [
      `${product} のアカウントについて、パスワードの再設定が申し込まれました。下のボタンから新しいパスワードを設定してください。`,
    ],
    button: { label: "新しいパスワードを設定", url },
    closing: `リンクの有効期限は${duration(valid_for)}で、一度のみ使用できます。お心当たりがない場合は、このメールを破棄してください。パスワードは変更されません。`,
  }),
  zh: ({ url, valid_for }, { product, duration }) => ({
    subject: `重置您的 ${product} 密码`,
    paragraphs: [`您的 ${product} 账户收到了重置密码的请求。请通过此链接设置新密码。`],
    button: { label: "设置新密码", url },
    closing: `此链接在 ${duration(valid_for)}内有效，且只能使用一次。如果不是您本人操作，请忽略此邮件，您的密码不会改变。`,
  }),
  "zh-TW": ({ url, valid_for }, { product, duration }) => ({
    subject: `重設您的 ${product} 密碼`,
    paragraphs: [`您的 ${product} 帳戶收到了重設密碼的要求。請透過此連結設定新密碼。`],
    button: { label: "設定新密碼", url },
    closing: `此連結在 ${duration(valid_for)}內有效，且只能使用一次。如果不是您本人要求，請忽略這封郵件，您的密碼不會變更。`,
  }),
};
