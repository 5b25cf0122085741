import { A } from "@solidjs/router";
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
      data-unread={props.channel.unread ? "" : undefined}
    >
      {props.icon}
      <bdi class={styles.label}>{props.name}</bdi>
      <Show when={props.channel.serverId && props.channel.isVoice && !hasVoice()}>
        <span class="visually-hidden">{t().voice.isOff}</span>
      </Show>
      <Show when={props.channel.unread}>
        <span class="visually-hidden">{t().frame.unread}</span>
      </Show>
      <Show when={mentions()}>
        <span class={styles.badge} aria-hidden="true">
          {mentions()}
        </span>
        <span class="visually-hidden">{t().frame.mentions(mentions())}</span>
      </Show>
    </A>
  );
}
