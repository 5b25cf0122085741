import { House, UserPlus } from "@ui/icons.ts";
import { ActionCard } from "../components/action-card.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { openAddFriend } from "../friends/open-add-friend.ts";
import { t } from "../i18n/i18n.ts";
import { ServerActions } from "../servers/add-server-dialog.tsx";
import { useClient } from "../session/context.tsx";
import styles from "./welcome-page.module.css";

/** The first screen of a new account: what one can do here. */
export default function WelcomePage() {
  const client = useClient();
  return (
    <>
      <PageHeader title={t().frame.home} icon={<House size={18} strokeWidth={1.75} aria-hidden="true" />} />
      <div class={styles.page}>
        <section class={styles.welcome}>
          <img class={styles.mark} src="/icon.svg" alt="" width="80" height="80" />
          <h2 class={styles.title} dir="auto">
            {t().welcome.title(client.user?.displayName ?? "")}
          </h2>
          <p class={styles.text}>{t().welcome.text}</p>
          <div class={styles.actions}>
            <ServerActions />
            <ActionCard
              icon={UserPlus}
              title={t().welcome.people}
              text={t().welcome.peopleText}
              onClick={openAddFriend}
            />
          </div>
          <p class={styles.text}>
            {t().welcome.ownName(`${client.user?.username}#${client.user?.discriminator}`)}
          </p>
        </section>
      </div>
    </>
  );
}
