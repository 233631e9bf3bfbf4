import { durationIn } from "../duration.ts";
import type { MailMessages } from "../mail-messages.ts";

export const mail: MailMessages = {
  forgot_password: "忘記密碼？",
  forgot_title: "重設密碼",
  forgot_text:
    "請輸入您的使用者名稱或已驗證的電子郵件地址。我們會寄一封郵件給您，內含設定新密碼的連結。",
  username_or_email: "使用者名稱或電子郵件地址",
  send_link: "傳送連結",
  link_sent: {
    title: "請查看您的電子郵件",
    text: "如果有已驗證電子郵件地址的帳戶，連結已寄到該地址，30 分鐘內有效。也請查看垃圾郵件資料夾。",
  },
  mails_paused: (seconds) => `郵件要求次數過多，請於 ${durationIn("zh-TW", seconds)}後再次要求。`,
  reset_title: "設定新密碼",
  reset_for: (username) => `帳戶：${username}。您將在所有裝置上登出。`,
  reset_done: {
    title: "密碼已變更",
    text: "您已在所有裝置上登出。請使用新密碼登入。",
  },
  reset_next: "接著請登入，並檢查先前哪些項目可以使用您的帳戶。",
  recovery: {
    title: "檢查哪些項目可以使用您的帳戶",
    text: "您的密碼已透過郵件重設，您已在所有裝置上登出。以下項目是先前新增的，仍然有效。請移除不屬於您的項目。",
    check: "立即檢查",
    keep: "保留",
    later: "稍後",
    save: "儲存",
    choose: "請為每一項選擇保留或移除。",
    done: "您的選擇已儲存。",
    passkey: "通行密鑰",
    app: "已連接的應用程式",
  },
  link_gone: {
    title: "此連結已失效",
    text: "連結已過期或已使用過。請重新申請。",
  },
  request_again: "重新申請連結",

  email_code: "透過電子郵件接收驗證碼",
  email_code_title: "輸入驗證碼",
  email_code_text:
    "如果有已驗證電子郵件地址的帳戶，驗證碼已寄到該地址，10 分鐘內有效，且只能在此瀏覽器中使用。",
  email_code_gone: "此驗證碼已失效。請重新取得。",

  email: "電子郵件地址",
  no_email: "您的帳戶沒有電子郵件地址。",
  verified: "已驗證",
  not_verified: "未驗證",
  verify: "驗證",
  change_email: "變更電子郵件地址",
  new_email: "新的電子郵件地址",
  new_email_hint: "您會收到一封附有連結的郵件。開啟連結後，地址才會變更。",
  email_invalid: "請輸入有效的電子郵件地址，例如 alice@example.com。",
  verification_sent: "我們已寄送郵件給您。請開啟其中的連結以驗證地址。",

  verify_title: "驗證您的電子郵件地址",
  verify_question: (address, username) => `${address} 是您的帳戶 ${username} 的電子郵件地址嗎？`,
  email_verified: {
    title: "電子郵件地址已驗證",
    text: "您可以用它登入和重設密碼。",
  },
  username_stays: (username) => `您的使用者名稱仍為 ${username}，兩者皆可用來登入。`,
  email_taken: {
    title: "另一個帳戶正在使用此電子郵件地址",
    text: "一個地址只能用於一個帳戶的驗證。請登入另一個帳戶，或使用其他地址。",
  },
  sign_in_to_verify: {
    title: "請登入以驗證電子郵件地址",
    text: "請登入郵件所指的帳戶。",
  },
  open_account: "開啟您的帳戶",
};
