import type { LinkValues, Template } from "./template.ts";

/** The link by which a user verifies the address of their account. */
export const verifyEmail: Template<LinkValues> = {
  en: ({ url, valid_for }, { product, duration }) => ({
    subject: `Verify your email address for ${product}`,
    paragraphs: [`Confirm that this is your email address for ${product}.`],
    button: { label: "Verify email address", url },
    closing: `The link works once, and for ${duration(valid_for)}. If you did not request it, ignore this email.`,
  }),
  de: ({ url, valid_for }, { product, duration }) => ({
    subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${product}`,
    paragraphs: [`Bestätigen Sie, dass dies Ihre E-Mail-Adresse für ${product} ist.`],
    button: { label: "E-Mail-Adresse bestätigen", url },
    closing: `Der Link ist ${duration(valid_for)} gültig und kann nur einmal verwendet werden. Wenn Sie diese E-Mail nicht angefordert haben, können Sie sie ignorieren.`,
  }),
  fr: ({ url, valid_for }, { product, duration }) => ({
    subject: `Confirmez votre adresse e-mail pour ${product}`,
    paragraphs: [`Confirmez que cette adresse e-mail est bien la vôtre pour ${product}.`],
    button: { label: "Confirmer l’adresse e-mail", url },
    closing: `Ce lien est valable ${duration(valid_for)} et ne peut être utilisé qu’une seule fois. Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail.`,
  }),
  es: ({ url, valid_for }, { product, duration }) => ({
    subject: `Verifique su correo electrónico para ${product}`,
    paragraphs: [`Confirme que esta es su dirección de correo electrónico para ${product}.`],
    button: { label: "Verificar correo electrónico", url },
    closing: `El enlace funciona una sola vez y caduca en ${duration(valid_for)}. Si no lo ha solicitado, ignore este mensaje.`,
  }),
  ja: ({ url, valid_for }, { product, duration }) => ({
    subject: `【${product}】メールアドレスの確認`,
    paragraphs: [
      `${product} に登録するメールアドレスの確認です。下のボタンから手続きを完了してください。`,
    ],
    button: { label: "メールアドレスを確認", url },
    closing: `リンクの有効期限は${duration(valid_for)}で、一度のみ使用できます。お心当たりがない場合は、このメールを破棄してください。`,
  }),
  zh: ({ url, valid_for }, { product, duration }) => ({
    subject: `验证您的 ${product} 电子邮件地址`,
    paragraphs: [`请确认这是您用于 ${product} 的电子邮件地址。`],
    button: { label: "验证电子邮件地址", url },
    closing: `此链接在 ${duration(valid_for)}内有效，且只能使用一次。如果不是您本人操作，请忽略此邮件。`,
  }),
  "zh-TW": ({ url, valid_for }, { product, duration }) => ({
    subject: `驗證您的 ${product} 電子郵件地址`,
    paragraphs: [`請確認這是您用於 ${product} 的電子郵件地址。`],
    button: { label: "驗證電子郵件地址", url },
    closing: `此連結在 ${duration(valid_for)}內有效，且只能使用一次。如果不是您本人要求，請忽略這封郵件。`,
  }),
};
