import { Hash, Volume } from "@ui/icons.ts";
import { For, Show } from "solid-js";
import type { Server } from "stoat.js";
import { t } from "../texts/texts.ts";
import { ChannelEntry } from "./channel-entry.tsx";
import styles from "./list.module.css";

/** The channels of a server by category. */
export function ServerChannelList(props: { readonly server: Server }) {
  return (
    <nav class={styles.list} aria-label={t().frame.channels}>
      <header class={styles.header}>
        <h2 class={styles.name} dir="auto">
          {props.server.name}
        </h2>
      </header>
      <div class={styles.entries}>
        <For each={props.server.orderedChannels}>
          {(category) => (
            <section>
              <Show when={category.id !== "default"}>
                <h3 class={styles.group} dir="auto">
                  {category.title}
                </h3>
              </Show>
              <ul>
                <For each={category.channels}>
                  {(channel) => (
                    <li>
                      <ChannelEntry
                        channel={channel}
                        name={channel.name}
                        icon={
                          channel.isVoice ? (
                            <Volume size={18} strokeWidth={1.75} aria-hidden="true" />
                          ) : (
                            <Hash size={18} strokeWidth={1.75} aria-hidden="true" />
                          )
                        }
                      />
                    </li>
                  )}
                </For>
              </ul>
            </section>
          )}
        </For>
      </div>
    </nav>
  );
}
