import type { Template } from "./template.ts";

export interface PasswordResetValues {
  /** Where the user decides what stays. */
  readonly url: string;
}

/** Says that the password was reset by mail, and that what could sign in before still can. */
export const passwordReset: Template<PasswordResetValues> = {
  en: ({ url }, { product }) => ({
    subject: `${product}: Your password was reset by email`,
    paragraphs: [
      "Your password was reset with a link from an email, and you have been signed out everywhere.",
      "Passkeys, authenticator apps, linked accounts and connected apps from before still work. Check that all of them are yours, and remove those that are not.",
    ],
    button: { label: "Check your account", url },
    closing:
      "If this was not you, someone else can read your emails: secure your mailbox first, and then reset your password again.",
  }),
  de: ({ url }, { product }) => ({
    subject: `${product}: Ihr Passwort wurde per E-Mail zurückgesetzt`,
    paragraphs: [
      "Ihr Passwort wurde über den Link einer E-Mail zurückgesetzt, und Sie wurden überall abgemeldet.",
      "Passkeys, Authenticator-Apps, verknüpfte Konten und verbundene Apps von vorher funktionieren weiterhin. Prüfen Sie, ob alle Ihnen gehören, und entfernen Sie die übrigen.",
    ],
    button: { label: "Konto prüfen", url },
    closing:
      "Wenn Sie das nicht waren, kann jemand Ihre E-Mails lesen: Sichern Sie zuerst Ihr Postfach und setzen Sie dann Ihr Passwort erneut zurück.",
  }),
  fr: ({ url }, { product }) => ({
    subject: `${product}\u202f: Votre mot de passe a été réinitialisé par e-mail`,
    paragraphs: [
      "Votre mot de passe a été réinitialisé avec le lien d’un e-mail, et vous avez été déconnecté de tous vos appareils.",
      "Les clés d’accès, applications d’authentification, comptes associés et applications connectées ajoutés auparavant fonctionnent toujours. Vérifiez qu’ils sont tous à vous et supprimez les autres.",
    ],
    button: { label: "Vérifier votre compte", url },
    closing:
      "Si vous n’êtes pas à l’origine de ce changement, quelqu’un peut lire vos e-mails\u202f: sécurisez d’abord votre messagerie, puis réinitialisez à nouveau votre mot de passe.",
  }),
  es: ({ url }, { product }) => ({
    subject: `${product}: Se ha restablecido su contraseña por correo`,
    paragraphs: [
      "Su contraseña se ha restablecido con el enlace de un correo y se ha cerrado su sesión en todos los dispositivos.",
      "Las llaves de acceso, las aplicaciones de autenticación, las cuentas vinculadas y las aplicaciones conectadas de antes siguen funcionando. Compruebe que todas son suyas y elimine las que no lo sean.",
    ],
    button: { label: "Revisar su cuenta", url },
    closing:
      "Si no ha sido usted, alguien puede leer su correo: proteja primero su buzón y después restablezca otra vez la contraseña.",
  }),
  ja: ({ url }, { product }) => ({
    subject: `【${product}】メールでパスワードが再設定されました`,
    paragraphs: [
      "メールのリンクからパスワードが再設定され、すべてのデバイスからサインアウトしました。",
      "以前に追加されたパスキー、認証アプリ、連携アカウント、接続済みアプリは引き続き使用できます。すべてご自身のものか確認し、見覚えのないものは削除してください。",
    ],
    button: { label: "アカウントを確認", url },
    closing:
      "お心当たりがない場合は、第三者がメールを読める状態です。先にメールアカウントを保護し、その後パスワードをもう一度再設定してください。",
  }),
  zh: ({ url }, { product }) => ({
    subject: `${product}：您的密码已通过邮件重置`,
    paragraphs: [
      "您的密码已通过邮件中的链接重置，您已在所有设备上退出登录。",
      "此前添加的通行密钥、身份验证器应用、关联账户和已连接的应用仍然有效。请确认它们都属于您，并移除不属于您的项目。",
    ],
    button: { label: "检查您的账户", url },
    closing: "如果不是您本人操作，说明有人可以阅读您的邮件：请先保护好邮箱，然后再次重置密码。",
  }),
  "zh-TW": ({ url }, { product }) => ({
    subject: `${product}：您的密碼已透過郵件重設`,
    paragraphs: [
      "您的密碼已透過郵件中的連結重設，您已在所有裝置上登出。",
      "先前新增的通行密鑰、驗證器應用程式、連結的帳戶和已連接的應用程式仍然有效。請確認全部屬於您，並移除不屬於您的項目。",
    ],
    button: { label: "檢查您的帳戶", url },
    closing: "如果不是您本人操作，表示有人能讀取您的郵件：請先保護信箱，再重新設定密碼。",
  }),
};
