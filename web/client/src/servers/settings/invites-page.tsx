import { t } from "../../i18n/i18n.ts";
import type { Server } from "../../model/server.ts";
import styles from "../../settings/page.module.css";
import { InviteList } from "./invite-list.tsx";

export default function InvitesPage(props: { readonly server: Server }) {
  return (
    <div class={styles.page}>
      <p class={styles.hint}>{t().invites.hint}</p>
      <InviteList server={props.server} />
    </div>
  );
}
