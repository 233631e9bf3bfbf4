import { Notice } from "../../components/notice.tsx";
import { useSession } from "../../session/session.ts";

/** Says that accounts sign no one in, where another page does that. */
export function UnusedAccountsNotice() {
  const { login_url } = useSession();
  if (login_url === undefined) return null;
  return (
    <Notice tone="brass">
      <p>
        <strong>These accounts are not in use.</strong> Users sign in at <code>{login_url}</code>,
        which the setting <code>urls.login</code> names in place of the built-in page. To sign them
        in with accounts of this server, remove the setting.
      </p>
    </Notice>
  );
}
