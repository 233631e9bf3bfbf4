import type { RegistrationMessages } from "../registration-messages.ts";

export const registration: RegistrationMessages = {
  create_account: "创建账户",
  no_account: "还没有账户？",
  have_account: "已有账户？",
  enter_address: "请输入您的电子邮件地址，我们会向您发送一个链接以继续操作。",
  send_link: "发送链接",
  mailed: (address) => ({
    title: "请查收邮件",
    text: `我们已向 ${address} 发送邮件。请在此浏览器中打开邮件中的链接以继续。如果没有收到，请查看垃圾邮件文件夹。`,
  }),
  address_malformed: "请输入有效的电子邮件地址。",
  domain_not_allowed: "此地址无法在此使用。请使用您所在组织的电子邮件地址。",
  not_offered: {
    title: "您需要邀请",
    text: "您无法在此自行创建账户。请联系管理员获取邀请。",
  },
  full: {
    title: "请稍后再试",
    text: "当前创建账户的人数过多。",
  },

  invited: "接受邀请",
  account_for: (address) => `您的账户：${address}`,
  username: "用户名",
  username_hint: "2 至 64 个字母或数字，中间可使用 . _ 或 -。",
  use_passkey: "使用通行密钥代替密码",
  name_missing: "请输入您的姓名。",
  name_malformed: "请缩短姓名，且每个词只使用一种文字。",
  username_taken: "此用户名已被使用，请换一个。",
  gone: {
    title: "此链接已失效",
    text: "链接已被使用、被撤回或已过期。",
  },
  address_taken: {
    title: "您已有账户",
    text: "请使用现有账户登录。",
  },
  ready: {
    title: "您的账户已创建",
    text: "您现在可以登录。",
  },
};
