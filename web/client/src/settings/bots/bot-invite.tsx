import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { Select } from "@ui/select.tsx";
import { notify } from "@ui/toasts.tsx";
import { Show } from "solid-js";
import type { Permission } from "../../../../../src/permissions/bits.ts";
import { intersection } from "../../../../../src/permissions/bitset.ts";
import { createBusy } from "../../components/attempt.ts";
import { t } from "../../i18n/i18n.ts";
import { has } from "../../model/permissions.ts";
import { useClient } from "../../session/context.tsx";
import styles from "../page.module.css";
import type { OwnBot } from "./bots.ts";

/** Brings a bot into a server or a group. */
export function BotInvite(props: { readonly bot: OwnBot }) {
  const client = useClient();
  const target = createField("");
  const [isBusy, run] = createBusy();
  const servers = () => client.servers.list().filter((server) => server.havePermission("ManageServer"));
  const groups = () =>
    client.channels
      .list()
      .filter((channel) => channel.type === "Group" && channel.havePermission("InviteOthers"));
  const choices = () => [
    { value: "", label: t().bots.choose },
    ...[...servers(), ...groups()].map(({ id, name }) => ({ value: id, label: name ?? id })),
  ];

  /** What the bot asks for in the chosen server, as far as the user can give it; undefined for no role. */
  const granted = () => {
    const server = servers().find(({ id }) => id === target.value);
    if (!server?.havePermission("ManageRole") || props.bot.permissions === undefined) return undefined;
    return intersection(server.permission, props.bot.permissions);
  };
  const grantedNames = () =>
    Object.entries(t().permissions.names)
      .filter(([name]) => has(granted() ?? 0, name as Permission))
      .map(([, { name }]) => name);

  const invite = () =>
    run(async () => {
      const id = target.value;
      const place = choices().find(({ value }) => value === id)?.label ?? "";
      const body = client.servers.has(id) ? { server: id } : { group: id };
      const permissions = granted();
      const query = permissions === undefined ? {} : { permissions };
      await client.api.post(`/bots/${props.bot.id}/invite`, body, { query });
      notify(t().bots.invited({ name: props.bot.name, place }));
      target.onChange("");
    });

  return (
    <section class={styles.section}>
      <h2 class={styles.heading}>{t().bots.invite}</h2>
      <Show when={choices().length > 1} fallback={<p class={styles.hint}>{t().bots.nowhere}</p>}>
        <p class={styles.hint}>{t().bots.inviteHint}</p>
        <div class={styles.actions}>
          <div class={styles.grow}>
            <Select label={t().bots.inviteTo} choices={choices()} {...target} />
          </div>
          <Button busy={isBusy()} disabled={target.value === ""} onClick={() => void invite()}>
            {t().bots.invite}
          </Button>
        </div>
        <Show when={grantedNames().length > 0}>
          <p class={styles.hint}>{t().bots.getsRole(grantedNames().join(", "))}</p>
        </Show>
      </Show>
    </section>
  );
}
