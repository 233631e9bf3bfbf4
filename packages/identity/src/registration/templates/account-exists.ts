import type { LinkValues, Template } from "../../mail/templates/template.ts";

/** To who has an account, when the address was entered to register. */
export const accountExists: Template<Pick<LinkValues, "url">> = {
  en: ({ url }, { product }) => ({
    subject: `You already have an account for ${product}`,
    paragraphs: [
      `Someone, probably you, entered this address to create an account for ${product}. You already have one.`,
      "Sign in with it.",
    ],
    button: { label: "Sign in", url },
    closing: "If it was not you, ignore this email: nothing has changed.",
  }),
  de: ({ url }, { product }) => ({
    subject: `Sie haben bereits ein Konto bei ${product}`,
    paragraphs: [
      `Mit dieser Adresse sollte ein Konto bei ${product} erstellt werden, wahrscheinlich von Ihnen. Sie haben bereits eines.`,
      "Melden Sie sich damit an.",
    ],
    button: { label: "Anmelden", url },
    closing: "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Es hat sich nichts geändert.",
  }),
  fr: ({ url }, { product }) => ({
    subject: `Vous avez déjà un compte ${product}`,
    paragraphs: [
      `Quelqu’un, sans doute vous, a saisi cette adresse pour créer un compte ${product}. Vous en avez déjà un.`,
      "Connectez-vous avec ce compte.",
    ],
    button: { label: "Se connecter", url },
    closing: "Si ce n’était pas vous, ignorez cet e-mail\u202f: rien n’a changé.",
  }),
  es: ({ url }, { product }) => ({
    subject: `Ya tiene una cuenta de ${product}`,
    paragraphs: [
      `Alguien, probablemente usted, indicó esta dirección para crear una cuenta de ${product}. Ya tiene una.`,
      "Inicie sesión con ella.",
    ],
    button: { label: "Iniciar sesión", url },
    closing: "Si no fue usted, ignore este mensaje: no se ha cambiado nada.",
  }),
  ja: ({ url }, { product }) => ({
    subject: `【${product}】すでにアカウントをお持ちです`,
    paragraphs: [
      `このメールアドレスで ${product} のアカウントを作成する手続きがありましたが、すでにアカウントが登録されています。`,
      "お持ちのアカウントでサインインしてください。",
    ],
    button: { label: "サインイン", url },
    closing: "お心当たりがない場合は、このメールを破棄してください。アカウントに変更はありません。",
  }),
  zh: ({ url }, { product }) => ({
    subject: `您已有 ${product} 账户`,
    paragraphs: [
      `有人（可能是您本人）使用此地址创建 ${product} 账户，但您已有账户。`,
      "请使用现有账户登录。",
    ],
    button: { label: "登录", url },
    closing: "如果不是您本人操作，请忽略此邮件，您的账户未发生任何更改。",
  }),
  "zh-TW": ({ url }, { product }) => ({
    subject: `您已有 ${product} 帳戶`,
    paragraphs: [
      `有人（可能是您本人）使用此地址建立 ${product} 帳戶，但您已有帳戶。`,
      "請使用現有帳戶登入。",
    ],
    button: { label: "登入", url },
    closing: "如果不是您本人要求，請忽略這封郵件，您的帳戶沒有任何變更。",
  }),
};
