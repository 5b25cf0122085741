import { Avatar } from "@ui/avatar.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { X } from "@ui/icons.ts";
import { createMemo, createSignal, For, onCleanup, Show } from "solid-js";
import { attempt } from "../components/attempt.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import styles from "./call-tiles.module.css";
import { useCall, useRinging } from "./context.tsx";
import { createPerson } from "./person.ts";
import tile from "./tile.module.css";
import { Tile } from "./tile.tsx";
import { tileWidth } from "./tile-layout.ts";

const gap = 8;
/** Tiles of this width have room for large images. */
const roomy = 280;
/** A tile is known by who and what it shows, so that its video continues while others come and go. */
type TileKey = `${"person" | "screen" | "ringing"}:${string}`;

/** Everybody in the call. A shared screen, or the tile that the user has chosen, is large, and the others next to it. */
export function CallTiles(props: { readonly channel: Channel }) {
  const call = useCall();
  const ringing = useRinging();
  const [chosen, setChosen] = createSignal<TileKey | "none">();
  const [area, setArea] = createSignal({ width: 0, height: 0 });

  const keys = createMemo((): TileKey[] => [
    ...call.people.filter(({ screen }) => screen).map(({ userId }): TileKey => `screen:${userId}`),
    ...call.people.map(({ userId }): TileKey => `person:${userId}`),
    ...ringing.ringingFor().map((userId): TileKey => `ringing:${userId}`),
  ]);
  const large = createMemo(() => {
    const key = chosen();
    if (key === "none") return undefined;
    if (key && keys().includes(key)) return key;
    return keys().find((candidate) => candidate.startsWith("screen:"));
  });
  const others = createMemo(() => keys().filter((key) => key !== large()));
  const width = createMemo(() => tileWidth(others().length, area(), gap));

  function watchSize(element: HTMLElement): void {
    const observer = new ResizeObserver(() =>
      setArea({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    onCleanup(() => observer.disconnect());
  }

  const isRoomy = (key: TileKey) => (large() ? large() === key : width() >= roomy);
  const show = (key: TileKey) => {
    const separator = key.indexOf(":");
    const [kind, userId] = [key.slice(0, separator), key.slice(separator + 1)];
    if (kind === "ringing")
      return <RingingTile userId={userId} channel={props.channel} isRoomy={isRoomy(key)} />;
    return (
      <Show when={call.people.find((person) => person.userId === userId)}>
        {(person) => (
          <Tile
            person={person()}
            channel={props.channel}
            shows={kind === "screen" ? "screen" : "person"}
            isLarge={large() === key}
            isRoomy={isRoomy(key)}
            onEnlarge={() => setChosen(large() === key ? "none" : key)}
          />
        )}
      </Show>
    );
  };

  return (
    <div class={styles.tiles} data-large={large() ? "" : undefined}>
      <Show when={large()} keyed>
        {(key) => <div class={styles.large}>{show(key)}</div>}
      </Show>
      <ul
        ref={watchSize}
        class={styles.others}
        style={{ "--tile": large() ? undefined : `${width()}px` }}
        aria-label={t().voice.people(call.people.length)}
      >
        <For each={others()}>{(key) => <li class={styles.other}>{show(key)}</li>}</For>
      </ul>
    </div>
  );
}

/** Somebody for whom the call rings and who has not answered yet. */
function RingingTile(props: {
  readonly userId: string;
  readonly channel: Channel;
  readonly isRoomy: boolean;
}) {
  const ringing = useRinging();
  const person = createPerson(props.userId, () => props.channel, "");
  return (
    <div class={tile.tile}>
      <Avatar name={person.name()} url={person.avatarUrl()} size={props.isRoomy ? 80 : 48} />
      <div class={tile.caption}>
        <bdi class={tile.name}>{person.name()}</bdi>
        <span class={tile.waiting}>{t().voice.ringing}</span>
      </div>
      <IconButton
        icon={X}
        label={t().voice.stopRinging(person.name())}
        class={tile.options}
        onClick={() => void attempt(() => ringing.stopRingingFor(props.userId))}
      />
    </div>
  );
}
