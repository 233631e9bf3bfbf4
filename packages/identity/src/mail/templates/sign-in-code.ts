import type { Template } from "./template.ts";

export interface SignInCodeValues {
  readonly code: string;
  readonly valid_for: number;
}

/** A code in place of a password. It has no link: only the browser that asked can use it. */
export const signInCode: Template<SignInCodeValues> = {
  en: ({ code, valid_for }, { product, duration }) => ({
    subject: `${code} is your code for ${product}`,
    paragraphs: [`Enter this code to sign in to ${product}.`],
    code,
    closing: `The code works once, and for ${duration(valid_for)}. Do not share it. If you did not request it, ignore this email.`,
  }),
  de: ({ code, valid_for }, { product, duration }) => ({
    subject: `${code} ist Ihr Code für ${product}`,
    paragraphs: [`Geben Sie diesen Code ein, um sich bei ${product} anzumelden.`],
    code,
    closing: `Der Code ist ${duration(valid_for)} gültig und kann nur einmal verwendet werden. Geben Sie ihn nicht weiter. Wenn Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren.`,
  }),
  fr: ({ code, valid_for }, { product, duration }) => ({
    subject: `${code} est votre code pour ${product}`,
    paragraphs: [`Saisissez ce code pour vous connecter à ${product}.`],
    code,
    closing: `Ce code est valable ${duration(valid_for)} et ne peut être utilisé qu’une seule fois. Ne le communiquez à personne. Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail.`,
  }),
  es: ({ code, valid_for }, { product, duration }) => ({
    subject: `${code} es su código de ${product}`,
    paragraphs: [`Escriba este código para iniciar sesión en ${product}.`],
    code,
    closing: `El código funciona una sola vez y caduca en ${duration(valid_for)}. No lo comparta con nadie. Si no lo ha solicitado, ignore este mensaje.`,
  }),
  ja: ({ code, valid_for }, { product, duration }) => ({
    subject: `【${product}】サインイン用コード：${code}`,
    paragraphs: [`${product} にサインインするには、次のコードを入力してください。`],
    code,
    closing: `コードの有効期限は${duration(valid_for)}で、一度のみ使用できます。他の人に教えないでください。お心当たりがない場合は、このメールを破棄してください。`,
  }),
  zh: ({ code, valid_for }, { product, duration }) => ({
    subject: `${code} 是您的 ${product} 验证码`,
    paragraphs: [`请输入此验证码以登录 ${product}。`],
    code,
    closing: `此验证码在 ${duration(valid_for)}内有效，且只能使用一次。请勿告诉任何人。如果不是您本人操作，请忽略此邮件。`,
  }),
  "zh-TW": ({ code, valid_for }, { product, duration }) => ({
    subject: `${code} 是您的 ${product} 驗證碼`,
    paragraphs: [`請輸入此驗證碼以登入 ${product}。`],
    code,
    closing: `此驗證碼在 ${duration(valid_for)}內有效，且只能使用一次。請勿告訴任何人。如果不是您本人要求，請忽略這封郵件。`,
  }),
};
