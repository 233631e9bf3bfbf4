import { durationIn } from "../duration.ts";
import type { MailMessages } from "../mail-messages.ts";

export const mail: MailMessages = {
  forgot_password: "忘记密码？",
  forgot_title: "重置密码",
  forgot_text:
    "请输入您的用户名或已验证的电子邮件地址。我们会向您发送一封邮件，其中有设置新密码的链接。",
  username_or_email: "用户名或电子邮件地址",
  send_link: "发送链接",
  link_sent: {
    title: "请查收邮件",
    text: "如果存在已验证电子邮件地址的账户，链接已发送至该地址，30 分钟内有效。请同时查看垃圾邮件文件夹。",
  },
  mails_paused: (seconds) => `邮件请求次数过多，请在 ${durationIn("zh", seconds)}后再次请求。`,
  reset_title: "设置新密码",
  reset_for: (username) => `账户：${username}。您将在所有设备上退出登录。`,
  reset_done: {
    title: "密码已更改",
    text: "您已在所有设备上退出登录。请使用新密码登录。",
  },
  reset_next: "接下来请登录，并检查此前哪些项目可以使用您的账户。",
  recovery: {
    title: "检查哪些项目可以使用您的账户",
    text: "您的密码已通过邮件重置，您已在所有设备上退出登录。以下项目是此前添加的，仍然有效。请移除不属于您的项目。",
    check: "立即检查",
    keep: "保留",
    later: "以后再说",
    save: "保存",
    choose: "请为每一项选择保留或移除。",
    done: "您的选择已保存。",
    passkey: "通行密钥",
    app: "已连接的应用",
  },
  link_gone: {
    title: "此链接已失效",
    text: "链接已过期或已被使用。请重新申请。",
  },
  request_again: "重新申请链接",

  email_code: "通过邮件接收验证码",
  email_code_title: "输入验证码",
  email_code_text:
    "如果存在已验证电子邮件地址的账户，验证码已发送至该地址，10 分钟内有效，且只能在此浏览器中使用。",
  email_code_gone: "此验证码已失效。请重新获取。",

  email: "电子邮件地址",
  no_email: "您的账户没有电子邮件地址。",
  verified: "已验证",
  not_verified: "未验证",
  verify: "验证",
  change_email: "更改电子邮件地址",
  new_email: "新的电子邮件地址",
  new_email_hint: "您会收到一封带有链接的邮件。打开链接后，地址才会更改。",
  email_invalid: "请输入有效的电子邮件地址，例如 alice@example.com。",
  verification_sent: "我们已向您发送邮件。请打开其中的链接以验证地址。",

  verify_title: "验证您的电子邮件地址",
  verify_question: (address, username) => `${address} 是您的账户 ${username} 的电子邮件地址吗？`,
  email_verified: {
    title: "电子邮件地址已验证",
    text: "您可以用它登录和重置密码。",
  },
  username_stays: (username) => `您的用户名仍为 ${username}，两者均可用于登录。`,
  email_taken: {
    title: "另一个账户正在使用此电子邮件地址",
    text: "一个地址只能用于一个账户的验证。请登录另一个账户，或使用其他地址。",
  },
  sign_in_to_verify: {
    title: "请登录以验证电子邮件地址",
    text: "请登录邮件所涉及的账户。",
  },
  open_account: "打开您的账户",
};
