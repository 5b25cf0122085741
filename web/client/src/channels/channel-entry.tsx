import { A } from "@solidjs/router";
import { CountBadge } from "@ui/count-badge.tsx";
import navigation from "@ui/navigation.module.css";
import type { JSX } from "solid-js";
import { Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { hasVoice } from "../session/server.ts";
import styles from "./list.module.css";

/** A line of a list of channels: icon, name, and what is unread in it. */
export function ChannelEntry(props: {
  readonly channel: Channel;
  readonly name: string;
  readonly icon: JSX.Element;
  /** Called in addition when it is opened in this tab. */
  readonly onOpen?: (() => void) | undefined;
  /** What makes it movable. */
  readonly moving?: JSX.AnchorHTMLAttributes<HTMLAnchorElement>;
}) {
  const mentions = () => props.channel.mentions.length;
  return (
    <A
      class={`${navigation.entry} ${styles.entry}`}
      activeClass={styles.active}
      href={props.channel.path}
      draggable={props.moving ? false : undefined}
      {...props.moving}
      on:click={(event) => opensHere(event) && props.onOpen?.()}
      data-unread={props.channel.unread ? "" : undefined}
    >
      {props.icon}
      <bdi class={styles.label}>{props.name}</bdi>
      <Show when={props.channel.serverId && props.channel.isVoice && !hasVoice()}>
        <span class="visually-hidden">{t().voice.isOff}</span>
      </Show>
      <Show when={props.channel.isVoice && props.channel.maxUsers}>
        {(most) => (
          <span class={styles.count}>
            <span aria-hidden="true">{`${props.channel.voiceParticipants.size}/${most()}`}</span>
            <span class="visually-hidden">
              {t().voice.ofMost({ count: props.channel.voiceParticipants.size, most: most() })}
            </span>
          </span>
        )}
      </Show>
      <Show when={props.channel.unread}>
        <span class="visually-hidden">{t().frame.unread}</span>
      </Show>
      <CountBadge class={styles.badge} count={mentions()} label={t().frame.mentions(mentions())} />
    </A>
  );
}

/** With one of these keys, the browser opens a link elsewhere. */
const opensHere = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  !(ctrlKey || metaKey || shiftKey || altKey);
