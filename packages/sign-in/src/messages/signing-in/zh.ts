import type { SigningInMessages } from "../signing-in-messages.ts";

export const signingIn: SigningInMessages = {
  set_up_factor: {
    title: "设置两步验证",
    text: "在此登录仅有密码还不够。请设置一次，之后每次登录都用它确认。",
  },
  set_up_passkey: {
    title: "创建通行密钥",
    text: "在此登录需要通行密钥。您可以使用指纹、面容或屏幕锁定确认身份。",
  },
  create_passkey: "创建通行密钥",
  use_app: "使用身份验证器应用",
  no_usable_factor: {
    title: "无法在此登录",
    text: "您的账户所用的保护方式在本网站无法使用。请联系管理员。",
  },

  choose_account: "选择账户",
  signed_in: "已登录",
  signed_out: "已退出",
  remove_account: (user) => `从列表中移除 ${user}`,
  sign_out_all: "退出所有账户",
  others_signed_in: (users) => `您在此浏览器中还登录了 ${users}。`,

  show_password: "显示密码",
  hide_password: "隐藏密码",
  password_strength: "密码强度",
  strengths: {
    too_short: "太短",
    weak: "容易被猜到",
    fair: "一般",
    good: "良好",
    strong: "强",
  },
};
