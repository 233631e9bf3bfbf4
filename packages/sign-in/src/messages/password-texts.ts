import type { Locale } from "./locale.ts";
import type { PasswordMessages } from "./password-messages.ts";

/** The texts in every language. */
export const passwordMessages: { readonly [Language in Locale]: PasswordMessages } = {
  en: {
    choose: "Choose a new password",
    must_change: "Your password was set for you. Choose one that only you know.",
    new_password: "New password",
    hint: "At least 8 characters. A few random words are easy to remember and hard to guess.",
    save: "Save password",
    too_short: "Use at least 8 characters.",
    too_long: "Use at most 1,024 characters.",
    common: "Many people use this password, so it is easy to guess. Choose another one.",
    personal: "Choose a password without your name or email address.",
    same: "Choose a password that differs from your current one.",
  },
  de: {
    choose: "Neues Passwort festlegen",
    must_change:
      "Ihr aktuelles Passwort wurde von einem Administrator festgelegt. Wählen Sie eines, das nur Sie kennen.",
    new_password: "Neues Passwort",
    hint: "Mindestens 8 Zeichen. Mehrere zufällige Wörter sind leicht zu merken und schwer zu erraten.",
    save: "Passwort speichern",
    too_short: "Verwenden Sie mindestens 8 Zeichen.",
    too_long: "Verwenden Sie höchstens 1.024 Zeichen.",
    common:
      "Dieses Passwort wird häufig verwendet und ist leicht zu erraten. Wählen Sie ein anderes.",
    personal: "Wählen Sie ein Passwort, das weder Ihren Namen noch Ihre E-Mail-Adresse enthält.",
    same: "Wählen Sie ein anderes Passwort als Ihr bisheriges.",
  },
  fr: {
    choose: "Choisissez un nouveau mot de passe",
    must_change:
      "Votre mot de passe actuel a été défini par un administrateur. Choisissez-en un que vous êtes seul à connaître.",
    new_password: "Nouveau mot de passe",
    hint: "Au moins 8 caractères. Quelques mots choisis au hasard sont faciles à retenir et difficiles à deviner.",
    save: "Enregistrer le mot de passe",
    too_short: "Utilisez au moins 8 caractères.",
    too_long: "Utilisez au maximum 1 024 caractères.",
    common: "Ce mot de passe est très répandu et facile à deviner. Choisissez-en un autre.",
    personal: "Choisissez un mot de passe sans votre nom ni votre adresse e-mail.",
    same: "Choisissez un mot de passe différent de l’actuel.",
  },
  es: {
    choose: "Elija una contraseña nueva",
    must_change:
      "Un administrador estableció su contraseña actual. Elija una que solo usted conozca.",
    new_password: "Contraseña nueva",
    hint: "Al menos 8 caracteres. Varias palabras al azar son fáciles de recordar y difíciles de adivinar.",
    save: "Guardar contraseña",
    too_short: "Use al menos 8 caracteres.",
    too_long: "Use como máximo 1024 caracteres.",
    common: "Muchas personas usan esta contraseña y es fácil de adivinar. Elija otra.",
    personal: "Elija una contraseña que no contenga su nombre ni su correo electrónico.",
    same: "Elija una contraseña distinta de la actual.",
  },
  ja: {
    choose: "新しいパスワードの設定",
    must_change:
      "現在のパスワードは管理者が設定したものです。ご自分だけが知っているパスワードを設定してください。",
    new_password: "新しいパスワード",
    hint: "8 文字以上で入力してください。無関係な単語をいくつか組み合わせると、覚えやすく推測されにくくなります。",
    save: "パスワードを保存",
    too_short: "8 文字以上で入力してください。",
    too_long: "1024 文字以内で入力してください。",
    common:
      "このパスワードは多くの人が使用しており、推測されやすいため使用できません。別のパスワードを入力してください。",
    personal: "名前やメールアドレスを含まないパスワードを入力してください。",
    same: "現在とは異なるパスワードを入力してください。",
  },
  zh: {
    choose: "设置新密码",
    must_change: "您的密码由管理员设置。请设置一个只有您知道的密码。",
    new_password: "新密码",
    hint: "至少 8 个字符。几个随机词语容易记住，也不易被猜到。",
    save: "保存密码",
    too_short: "请至少使用 8 个字符。",
    too_long: "请最多使用 1024 个字符。",
    common: "很多人使用此密码，容易被猜到。请换一个密码。",
    personal: "密码不能包含您的姓名或电子邮件地址。",
    same: "新密码不能与当前密码相同。",
  },
  "zh-TW": {
    choose: "設定新密碼",
    must_change: "您的密碼由管理員設定。請設定一個只有您知道的密碼。",
    new_password: "新密碼",
    hint: "至少 8 個字元。幾個隨機字詞容易記住，也不易被猜到。",
    save: "儲存密碼",
    too_short: "請至少使用 8 個字元。",
    too_long: "請最多使用 1024 個字元。",
    common: "許多人使用此密碼，容易被猜到。請換一個密碼。",
    personal: "密碼不能包含您的姓名或電子郵件地址。",
    same: "新密碼不能與目前的密碼相同。",
  },
};
