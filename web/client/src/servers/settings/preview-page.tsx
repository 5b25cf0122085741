import { createMemo, createSignal, createUniqueId, For, Show } from "solid-js";
import type { Permission } from "../../../../../src/permissions/bits.ts";
import { channelPermissions, serverPermissions } from "../../../../../src/permissions/servers.ts";
import { ChannelIcon } from "../../components/channels.tsx";
import { t } from "../../i18n/i18n.ts";
import { channelPermissionGroups, has, serverPermissionNames } from "../../model/permissions.ts";
import type { Server } from "../../model/server.ts";
import { Row } from "../../settings/list.tsx";
import styles from "../../settings/page.module.css";
import own from "./preview-page.module.css";

/** What one may do in a channel. That it is visible is implied, and voice needs a voice channel. */
function channelNames(isVoice: boolean): readonly Permission[] {
  return channelPermissionGroups()
    .filter(({ id }) => isVoice || id !== "voice")
    .flatMap(({ names }): readonly Permission[] => names)
    .filter((name) => name !== "ViewChannel");
}

/** Shows which channels a member with chosen roles would see, and what they could do there. */
export default function PreviewPage(props: { readonly server: Server }) {
  const heading = createUniqueId();
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set());
  const membership = () => props.server.membershipOf("", [...chosen()]);
  /** The channels that such a member sees, with what they may do there. */
  const seen = createMemo(() => {
    const values = props.server.channels.map(
      ({ id, overrides }) => [id, channelPermissions(membership(), overrides, 0)] as const,
    );
    return new Map(values.filter(([, value]) => value !== 0));
  });
  const inOrder = () => props.server.orderedChannels.flatMap(({ channels }) => channels);
  const names = (value: number, all: readonly Permission[]) =>
    all.filter((name) => has(value, name)).map((name) => t().permissions.names[name].name);
  const serverNames = () => names(serverPermissions(membership(), 0), serverPermissionNames);

  function toggle(id: string): void {
    const next = new Set(chosen());
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }

  return (
    <div class={styles.page}>
      <fieldset class={styles.section} aria-labelledby={heading}>
        <h2 id={heading} class={styles.heading}>
          {t().preview.roles}
        </h2>
        <p class={styles.hint}>{t().preview.hint}</p>
        <div class={styles.choices}>
          <For each={props.server.orderedRoles} fallback={<p>{t().preview.noRoles}</p>}>
            {(role) => (
              <label class={own.choice}>
                <input type="checkbox" checked={chosen().has(role.id)} onChange={() => toggle(role.id)} />
                <bdi>{role.name}</bdi>
              </label>
            )}
          </For>
        </div>
      </fieldset>
      <section class={styles.section} aria-live="polite">
        <h2 class={styles.heading}>{t().preview.channels({ seen: seen().size, all: inOrder().length })}</h2>
        <ul class={styles.list} aria-label={t().preview.visible}>
          <For
            each={inOrder().filter(({ id }) => seen().has(id))}
            fallback={<li class={styles.row}>{t().preview.none}</li>}
          >
            {(channel) => (
              <Row
                icon={<ChannelIcon channel={channel} />}
                title={channel.name}
                detail={names(seen().get(channel.id) ?? 0, channelNames(channel.isVoice)).join(" · ")}
              />
            )}
          </For>
        </ul>
        <Show when={inOrder().some(({ id }) => !seen().has(id))}>
          <p class={styles.hint}>
            {t().preview.hidden}{" "}
            {inOrder()
              .filter(({ id }) => !seen().has(id))
              .map(({ name }) => `# ${name}`)
              .join(", ")}
          </p>
        </Show>
        <h2 class={styles.heading}>{t().preview.server}</h2>
        <p class={styles.hint}>{serverNames().join(" · ") || t().preview.nothing}</p>
      </section>
    </div>
  );
}
