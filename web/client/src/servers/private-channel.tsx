import { Switch } from "@ui/switch.tsx";
import { For, Show } from "solid-js";
import { permission } from "../../../../src/permissions/bits.ts";
import { t } from "../i18n/i18n.ts";
import type { Role, Server } from "../model/server.ts";
import { ownRank } from "../moderation/membership.ts";
import type { Client } from "../session/client.ts";
import styles from "../settings/page.module.css";

/** The roles whose permissions in a channel the user may set. */
const settableRoles = (server: Server): readonly Role[] =>
  server.orderedRoles.filter(({ rank }) => rank > ownRank(server));

/** The roles without one of which the user would lose the channel; none for the owner, who sees everything. */
function neededRoles(client: Client, server: Server): readonly string[] | undefined {
  return server.ownerId === client.user?.id ? undefined : (server.member?.roles ?? []);
}

/** Whether the user still sees a channel that is for these roles alone. */
export function keepsAccess(client: Client, server: Server, roleIds: readonly string[]): boolean {
  const needed = neededRoles(client, server);
  return needed === undefined || roleIds.some((id) => needed.includes(id));
}

/**
 * The requests that make a channel private, one after the other: the protocol has none for all of it. Those who would
 * lose the channel get it back before it is taken from everyone.
 */
export function privacySteps(
  client: Client,
  server: Server,
  { channelId, roleIds }: { readonly channelId: string; readonly roleIds: readonly string[] },
): (() => Promise<unknown>)[] {
  const view = permission.ViewChannel;
  const put = (layer: string, permissions: { allow: number; deny: number }) => () =>
    client.api.put(`/channels/${channelId}/permissions/${layer}`, { permissions });
  const allow = (id: string) => put(id, { allow: view, deny: 0 });
  const needed = neededRoles(client, server) ?? [];
  return [
    ...roleIds.filter((id) => needed.includes(id)).map(allow),
    put("default", { allow: 0, deny: view }),
    ...roleIds.filter((id) => !needed.includes(id)).map(allow),
  ];
}

/** Chooses the roles that see a private channel. */
export function RoleChoice(props: {
  readonly server: Server;
  readonly value: readonly string[];
  readonly onChange: (roleIds: readonly string[]) => void;
}) {
  const roles = () => settableRoles(props.server);
  return (
    <fieldset class={styles.section}>
      <legend class={styles.hint}>{t().servers.whoSees}</legend>
      <Show when={roles().length > 0} fallback={<p class={styles.hint}>{t().servers.noRoleToChoose}</p>}>
        <div class={styles.switches}>
          <For each={roles()}>
            {(role) => (
              <Switch
                label={role.name}
                value={props.value.includes(role.id)}
                onChange={(isOn) =>
                  props.onChange(
                    isOn ? [...props.value, role.id] : props.value.filter((id) => id !== role.id),
                  )
                }
              />
            )}
          </For>
        </div>
      </Show>
    </fieldset>
  );
}
