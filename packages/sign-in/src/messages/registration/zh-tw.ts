import type { RegistrationMessages } from "../registration-messages.ts";

export const registration: RegistrationMessages = {
  create_account: "建立帳戶",
  no_account: "還沒有帳戶？",
  have_account: "已經有帳戶？",
  enter_address: "請輸入您的電子郵件地址，我們會寄送連結給您以繼續。",
  send_link: "寄送連結",
  mailed: (address) => ({
    title: "請查看您的信箱",
    text: `我們已寄送電子郵件至 ${address}。請在此瀏覽器中開啟郵件中的連結以繼續。如果沒有收到，請查看垃圾郵件資料夾。`,
  }),
  address_malformed: "請輸入有效的電子郵件地址。",
  domain_not_allowed: "此地址無法在這裡使用。請使用您所屬組織的電子郵件地址。",
  not_offered: {
    title: "您需要邀請",
    text: "您無法在這裡自行建立帳戶。請向管理員索取邀請。",
  },
  full: {
    title: "請稍後再試",
    text: "目前建立帳戶的人數過多。",
  },

  invited: "接受邀請",
  account_for: (address) => `您的帳戶：${address}`,
  username: "使用者名稱",
  username_hint: "2 到 64 個字母或數字，中間可使用 . _ 或 -。",
  use_passkey: "改用通行密鑰",
  name_missing: "請輸入您的姓名。",
  name_malformed: "請縮短姓名，且每個詞只使用一種文字。",
  username_taken: "這個使用者名稱已有人使用，請改用其他名稱。",
  gone: {
    title: "此連結已失效",
    text: "連結已被使用、撤回，或已過期。",
  },
  address_taken: {
    title: "您已有帳戶",
    text: "請使用現有帳戶登入。",
  },
  ready: {
    title: "您的帳戶已建立",
    text: "您現在可以登入。",
  },
};
