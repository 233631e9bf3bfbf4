import type { LinkValues, Template } from "../../mail/templates/template.ts";

/** The link with which a user registers. */
export const register: Template<LinkValues> = {
  en: ({ url, valid_for }, { product, duration }) => ({
    subject: `Create your account for ${product}`,
    paragraphs: [`Confirm your email address to create your account for ${product}.`],
    button: { label: "Create account", url },
    closing: `The link works once, and for ${duration(valid_for)}. If you did not request it, ignore this email: no account is created.`,
  }),
  de: ({ url, valid_for }, { product, duration }) => ({
    subject: `Ihr Konto bei ${product} erstellen`,
    paragraphs: [`Bestätigen Sie Ihre E-Mail-Adresse, um Ihr Konto bei ${product} zu erstellen.`],
    button: { label: "Konto erstellen", url },
    closing: `Der Link ist ${duration(valid_for)} gültig und kann nur einmal verwendet werden. Wenn Sie diese E-Mail nicht angefordert haben, können Sie sie ignorieren. Es wird dann kein Konto erstellt.`,
  }),
  fr: ({ url, valid_for }, { product, duration }) => ({
    subject: `Créez votre compte ${product}`,
    paragraphs: [`Confirmez votre adresse e-mail pour créer votre compte ${product}.`],
    button: { label: "Créer le compte", url },
    closing: `Ce lien est valable ${duration(valid_for)} et ne peut être utilisé qu’une seule fois. Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail\u202f: aucun compte ne sera créé.`,
  }),
  es: ({ url, valid_for }, { product, duration }) => ({
    subject: `Cree su cuenta de ${product}`,
    paragraphs: [`Confirme su correo electrónico para crear su cuenta de ${product}.`],
    button: { label: "Crear cuenta", url },
    closing: `El enlace funciona una sola vez y caduca en ${duration(valid_for)}. Si no lo ha solicitado, ignore este mensaje: no se creará ninguna cuenta.`,
  }),
  ja: ({ url, valid_for }, { product, duration }) => ({
    subject: `【${product}】アカウント作成のご案内`,
    paragraphs: [
      `メールアドレスを確認し、${product} のアカウントを作成するには、下のボタンから手続きを続けてください。`,
    ],
    button: { label: "アカウントを作成", url },
    closing: `リンクの有効期限は${duration(valid_for)}で、一度のみ使用できます。お心当たりがない場合は、このメールを破棄してください。アカウントは作成されません。`,
  }),
  zh: ({ url, valid_for }, { product, duration }) => ({
    subject: `创建您的 ${product} 账户`,
    paragraphs: [`请确认您的电子邮件地址，以创建 ${product} 账户。`],
    button: { label: "创建账户", url },
    closing: `此链接在 ${duration(valid_for)}内有效，且只能使用一次。如果不是您本人操作，请忽略此邮件，系统不会创建账户。`,
  }),
  "zh-TW": ({ url, valid_for }, { product, duration }) => ({
    subject: `建立您的 ${product} 帳戶`,
    paragraphs: [`請確認您的電子郵件地址，以建立 ${product} 帳戶。`],
    button: { label: "建立帳戶", url },
    closing: `此連結在 ${duration(valid_for)}內有效，且只能使用一次。如果不是您本人要求，請忽略這封郵件，系統不會建立帳戶。`,
  }),
};
