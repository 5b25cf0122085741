import type { Server } from "../../model/server.ts";
import styles from "../../settings/page.module.css";
import { t } from "../../texts/texts.ts";
import { InviteList } from "./invite-list.tsx";

export default function InvitesPage(props: { readonly server: Server }) {
  return (
    <div class={styles.page}>
      <p class={styles.hint}>{t().invites.hint}</p>
      <InviteList server={props.server} />
    </div>
  );
}
