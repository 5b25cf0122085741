import { Avatar } from "@ui/avatar.tsx";
import { Hand, HeadphonesOff, MicOff, SignalLow } from "@ui/icons.ts";
import type { Track } from "livekit-client";
import { createEffect, createSignal, onCleanup, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { CallPerson } from "./call-person.ts";
import { useCall } from "./context.tsx";
import { createPerson } from "./person.ts";
import styles from "./tile.module.css";
import { TileOptions } from "./tile-options.tsx";

/** One person in the call, by camera or avatar, or the screen that they share. */
export function Tile(props: {
  readonly person: CallPerson;
  readonly channel: Channel;
  readonly shows: "person" | "screen";
  readonly isLarge: boolean;
  readonly isRoomy: boolean;
  readonly onEnlarge: () => void;
}) {
  const call = useCall();
  const person = createPerson(props.person.userId, () => props.channel, props.person.name);
  const [video, setVideo] = createSignal<HTMLVideoElement>();
  const [areOptionsOpen, setOptionsOpen] = createSignal(false);
  const isScreen = () => props.shows === "screen";
  const name = () => (isScreen() ? t().voice.screenOf(person.name()) : person.name());
  const track = () => (isScreen() ? props.person.screen : props.person.camera);
  const isHandRaised = () => Boolean(props.channel.voiceParticipants.get(props.person.userId)?.raised_hand);
  const isDeaf = () => props.person.isDeafened || (props.person.isSelf && call.isDeafened());
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button of the options opens them by keyboard.
    <div
      class={styles.tile}
      data-speaking={props.person.isSpeaking && !isScreen() ? "" : undefined}
      onContextMenu={(event) => {
        event.preventDefault();
        setOptionsOpen(true);
      }}
    >
      <Show
        when={track()}
        fallback={<Avatar name={person.name()} url={person.avatarUrl()} size={props.isRoomy ? 80 : 48} />}
      >
        {(shown) => (
          <TrackVideo
            track={shown()}
            label={isScreen() ? name() : t().voice.cameraOf(person.name())}
            isMirrored={props.person.isSelf && !isScreen()}
            isWhole={isScreen() || props.isLarge}
            onElement={setVideo}
          />
        )}
      </Show>
      <button
        type="button"
        class={styles.enlarge}
        aria-label={t().voice.enlarge(name())}
        aria-pressed={props.isLarge}
        onClick={props.onEnlarge}
      />
      <div class={styles.caption}>
        <Show when={!isScreen()}>
          <Marks person={props.person} isDeaf={isDeaf()} isHandRaised={isHandRaised()} />
        </Show>
        <button type="button" class={styles.name} data-person={props.person.userId}>
          {props.person.isSelf && !isScreen() ? t().voice.you : name()}
        </button>
      </div>
      <TileOptions
        person={props.person}
        shows={props.shows}
        name={name()}
        channel={props.channel}
        video={video()}
        class={styles.options}
        open={areOptionsOpen()}
        onOpenChange={setOptionsOpen}
      />
    </div>
  );
}

function Marks(props: {
  readonly person: CallPerson;
  readonly isDeaf: boolean;
  readonly isHandRaised: boolean;
}) {
  return (
    <>
      <Show when={props.person.isSpeaking}>
        <span class="visually-hidden">{t().voice.speaking}</span>
      </Show>
      <Show when={props.isHandRaised}>
        <Hand size={16} strokeWidth={1.75} role="img" aria-label={t().voice.handRaised} />
      </Show>
      <Show when={props.person.isMuted}>
        <MicOff size={16} strokeWidth={1.75} role="img" aria-label={t().voice.muted} />
      </Show>
      <Show when={props.isDeaf}>
        <HeadphonesOff size={16} strokeWidth={1.75} role="img" aria-label={t().voice.deafened} />
      </Show>
      <Show when={props.person.hasPoorConnection}>
        <SignalLow size={16} strokeWidth={1.75} role="img" aria-label={t().voice.poorConnection} />
      </Show>
    </>
  );
}

/** The video of a camera or screen. Sound is played by the call itself. */
function TrackVideo(props: {
  readonly track: Track;
  readonly label: string;
  readonly isMirrored: boolean;
  /** Shows all of the video, with bars next to it, instead of filling the tile. */
  readonly isWhole: boolean;
  readonly onElement: (element: HTMLVideoElement | undefined) => void;
}) {
  onCleanup(() => props.onElement(undefined));
  const play = (element: HTMLVideoElement) => {
    props.onElement(element);
    createEffect(() => {
      const { track } = props;
      track.attach(element);
      onCleanup(() => track.detach(element));
    });
  };
  return (
    <video
      ref={play}
      class={styles.video}
      data-mirrored={props.isMirrored ? "" : undefined}
      data-whole={props.isWhole ? "" : undefined}
      aria-label={props.label}
      autoplay
      playsinline
      muted
    />
  );
}
