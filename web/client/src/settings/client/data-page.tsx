import { Button } from "@ui/button.tsx";
import { notify } from "@ui/toasts.tsx";
import { createBusy } from "../../components/attempt.ts";
import { t } from "../../i18n/i18n.ts";
import type { Client } from "../../session/client.ts";
import { useClient } from "../../session/context.tsx";
import { fetchAccountOverview } from "../account/account-overview.ts";
import { downloadText } from "../download-text.ts";
import styles from "../page.module.css";
import { TrustedHosts } from "./trusted-hosts.tsx";

/** What the server knows of the user, as a file. */
export default function DataPage() {
  const client = useClient();
  const [isBusy, run] = createBusy();
  const download = () =>
    run(async () => {
      const name = `${location.hostname}-${new Date().toISOString().slice(0, 10)}.json`;
      downloadText(name, await exportData(client), "application/json");
      notify(t().dataExport.done);
    });
  return (
    <div class={styles.page}>
      <section class={`${styles.section} ${styles.card}`}>
        <p class={styles.hint}>{t().dataExport.hint}</p>
        <p class={styles.hint}>{t().dataExport.not}</p>
        <div class={styles.actions}>
          <Button variant="primary" busy={isBusy()} onClick={() => void download()}>
            {t().dataExport.export}
          </Button>
        </div>
      </section>
      <TrustedHosts />
    </div>
  );
}

/** Everything that the API tells the user about themselves, as one text. */
async function exportData(client: Client): Promise<string> {
  const id = client.user?.id ?? "";
  const [{ account, sessions }, user, profile, settings, conversations, owned] = await Promise.all([
    fetchAccountOverview(client),
    client.api.get("/users/@me"),
    client.api.get(`/users/${id}/profile`),
    // No keys mean all of them.
    client.api.post("/sync/settings/fetch", { keys: [] }),
    client.api.get("/users/dms"),
    client.api.get("/bots/@me"),
  ]);
  const relations = (user.relations ?? []).map((relation) => ({
    ...relation,
    username: client.users.get(relation._id)?.username,
    discriminator: client.users.get(relation._id)?.discriminator,
  }));
  const servers = client.servers.list().map((server) => ({
    _id: server.id,
    name: server.name,
    owner: server.ownerId === id,
    nickname: server.member?.nickname,
    roles: server.member?.orderedRoles.map(({ name }) => name),
    joined_at: server.member?.joinedAt,
  }));
  const data = {
    exported_at: new Date().toISOString(),
    server: location.origin,
    account,
    user: { ...user, relations },
    profile,
    sessions,
    settings,
    servers,
    conversations,
    // A token is a key and not data about the user.
    bots: owned.bots.map(({ token: _token, ...bot }) => bot),
  };
  return `${JSON.stringify(data, undefined, 2)}\n`;
}
