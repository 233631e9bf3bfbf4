import type { SigningInMessages } from "../signing-in-messages.ts";

export const signingIn: SigningInMessages = {
  set_up_factor: {
    title: "設定兩步驟驗證",
    text: "在此登入僅有密碼並不足夠。請設定一次，之後每次登入都用它確認。",
  },
  set_up_passkey: {
    title: "建立通行密鑰",
    text: "在此登入需要通行密鑰。您可以使用指紋、臉部或螢幕鎖定來確認身分。",
  },
  create_passkey: "建立通行密鑰",
  use_app: "使用驗證器應用程式",
  no_usable_factor: {
    title: "無法在此登入",
    text: "您的帳戶所用的保護方式在本網站無法使用。請聯絡管理員。",
  },

  choose_account: "選擇帳戶",
  signed_in: "已登入",
  signed_out: "已登出",
  remove_account: (user) => `從清單中移除 ${user}`,
  sign_out_all: "登出所有帳戶",
  others_signed_in: (users) => `您在此瀏覽器中也登入了 ${users}。`,

  show_password: "顯示密碼",
  hide_password: "隱藏密碼",
  password_strength: "密碼強度",
  strengths: {
    too_short: "太短",
    weak: "容易被猜到",
    fair: "普通",
    good: "良好",
    strong: "強",
  },
};
