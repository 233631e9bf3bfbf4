import type { LinkValues, Template } from "../../mail/templates/template.ts";

/** The link with which an invited user creates their account. */
export const invitation: Template<LinkValues> = {
  en: ({ url, valid_for }, { product, duration }) => ({
    subject: `You are invited to ${product}`,
    paragraphs: [`You are invited to create an account for ${product}.`],
    button: { label: "Accept invitation", url },
    closing: `The link works once, and for ${duration(valid_for)}. If you did not expect this invitation, ignore this email.`,
  }),
  de: ({ url, valid_for }, { product, duration }) => ({
    subject: `Einladung zu ${product}`,
    paragraphs: [`Sie sind eingeladen, ein Konto bei ${product} zu erstellen.`],
    button: { label: "Einladung annehmen", url },
    closing: `Der Link ist ${duration(valid_for)} gültig und kann nur einmal verwendet werden. Wenn Sie diese Einladung nicht erwartet haben, können Sie sie ignorieren.`,
  }),
  fr: ({ url, valid_for }, { product, duration }) => ({
    subject: `Invitation à rejoindre ${product}`,
    paragraphs: [`Vous êtes invité à créer un compte ${product}.`],
    button: { label: "Accepter l’invitation", url },
    closing: `Ce lien est valable ${duration(valid_for)} et ne peut être utilisé qu’une seule fois. Si vous n’attendiez pas cette invitation, ignorez cet e-mail.`,
  }),
  es: ({ url, valid_for }, { product, duration }) => ({
    subject: `Invitación a ${product}`,
    paragraphs: [`Le invitamos a crear una cuenta de ${product}.`],
    button: { label: "Aceptar invitación", url },
    closing: `El enlace funciona una sola vez y caduca en ${duration(valid_for)}. Si no esperaba esta invitación, ignore este mensaje.`,
  }),
  ja: ({ url, valid_for }, { product, duration }) => ({
    subject: `【${product}】アカウント作成への招待`,
    paragraphs: [`${product} のアカウント作成に招待されました。`],
    button: { label: "招待を承諾", url },
    closing: `リンクの有効期限は${duration(valid_for)}で、一度のみ使用できます。お心当たりがない場合は、このメールを破棄してください。`,
  }),
  zh: ({ url, valid_for }, { product, duration }) => ({
    subject: `邀请您加入 ${product}`,
    paragraphs: [`您受邀创建 ${product} 账户。`],
    button: { label: "接受邀请", url },
    closing: `此链接在 ${duration(valid_for)}内有效，且只能使用一次。如果您不清楚此邀请的来源，请忽略此邮件。`,
  }),
  "zh-TW": ({ url, valid_for }, { product, duration }) => ({
    subject: `邀請您加入 ${product}`,
    paragraphs: [`您受邀建立 ${product} 帳戶。`],
    button: { label: "接受邀請", url },
    closing: `此連結在 ${duration(valid_for)}內有效，且只能使用一次。如果您不清楚這封邀請的來源，請忽略這封郵件。`,
  }),
};
