import { ContextMenu } from "@ui/menu.tsx";
import { createMemo, createRoot, createSelector, createSignal, Match, Switch } from "solid-js";
import { Virtualizer, type VirtualizerHandle } from "virtua/solid";
import { groupEntries } from "../groups/group-members.tsx";
import { language, t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
import { userMenuEntries } from "../profile/user-menu.ts";
import { useClient } from "../session/context.tsx";
import { MemberEntry } from "./member-entry.tsx";
import { type MemberRow, offlineGroup, onlineGroup } from "./member-groups.ts";
import styles from "./member-list.module.css";

interface MemberRowsProps {
  readonly rows: readonly MemberRow[];
  readonly server?: Server;
  readonly channel?: Channel;
  readonly introduce?: (userId: string) => void;
}

/** The lines of a member list. Only those in sight are in the page; arrow keys go from one to the next. */
export function MemberRows(props: MemberRowsProps) {
  const client = useClient();
  let list: VirtualizerHandle | undefined;
  let container: HTMLDivElement | undefined;
  // One member can be reached with Tab; the others with the arrow keys. The list keeps the line of this one in the page,
  // and with it the focus, also while it is scrolled away.
  const [current, setCurrent] = createSignal<string>();
  const indexOf = (id: string | undefined) =>
    props.rows.findIndex((row) => row.kind === "member" && row.id === id);
  const reachable = createMemo(() => {
    const index = indexOf(current());
    return index === -1 ? props.rows.findIndex((row) => row.kind === "member") : index;
  });
  const isReachable = createSelector(() => props.rows[reachable()]);
  const move = (from: number, step: number) => {
    let index = from + step;
    while (props.rows[index]?.kind === "group") index += step;
    const row = props.rows[index];
    if (row?.kind !== "member") return;
    setCurrent(row.id);
    list?.scrollToIndex(index, { align: "nearest" });
    // Not before the lines around it are there: its element would move among them, and lose the focus.
    requestAnimationFrame(() =>
      container?.querySelector<HTMLElement>(`[data-person="${row.id}"]`)?.focus({ preventScroll: true }),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const focused = (event.target as HTMLElement).dataset.person;
    const from = indexOf(focused);
    if (from < 0) return;
    const step = steps[event.key];
    if (event.key === "Home") move(-1, 1);
    else if (event.key === "End") move(props.rows.length, -1);
    else if (step) move(clampTo(props.rows.length, from, step), Math.sign(step));
    else return;
    event.preventDefault();
  };
  const [menuOf, setMenuOf] = createSignal<string>();
  const aim = (target: Element) =>
    setMenuOf(target.closest<HTMLElement>("[data-person]")?.dataset.person) !== undefined;
  const menu = () => {
    const user = client.users.get(menuOf() ?? "");
    if (!user) return [];
    const { channel } = props;
    const general = userMenuEntries(client, user, props.server);
    return channel && !user.self
      ? [...general.slice(0, 4), "separator" as const, ...groupEntries(client, channel, user)]
      : general;
  };
  return (
    <ContextMenu class={styles.menuArea} entries={menu} aim={aim}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons inside arrive here */}
      <div class={styles.rows} ref={container} onKeyDown={onKeyDown}>
        <Virtualizer
          ref={(handle) => {
            list = handle;
          }}
          data={props.rows}
          as="ul"
          item="li"
          keepMounted={[reachable()]}
        >
          {(row) => (
            <Switch>
              <Match when={row.kind === "group" && row}>
                {(group) => (
                  <h2 class={styles.group} dir="auto">
                    {t().people.groupOf({
                      name: groupName(group().key, props.server),
                      count: numbers().format(group().count),
                    })}
                  </h2>
                )}
              </Match>
              <Match when={row.kind === "member" && row}>
                {(member) => (
                  <MemberEntry
                    id={member().id}
                    server={props.server}
                    channel={props.channel}
                    introduce={props.introduce}
                    isReachable={isReachable(row)}
                  />
                )}
              </Match>
            </Switch>
          )}
        </Virtualizer>
      </div>
    </ContextMenu>
  );
}

/** The line before the one that a step leads to, within the list. */
function clampTo(length: number, from: number, step: number): number {
  const target = Math.max(0, Math.min(length - 1, from + step));
  return target - Math.sign(step);
}

const numbers = createRoot(() => createMemo(() => new Intl.NumberFormat(language())));

function groupName(key: string, server: Server | undefined): string {
  if (key === onlineGroup) return t().people.onlineGroup;
  if (key === offlineGroup) return t().people.offlineGroup;
  return server?.roles.get(key)?.name ?? "";
}
