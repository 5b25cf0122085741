import { Avatar } from "@ui/avatar.tsx";
import { Ellipsis, HeadphonesOff, MicOff, SignalLow, Volume, VolumeOff } from "@ui/icons.ts";
import { PanelAction, Popover } from "@ui/popover.tsx";
import { Slider } from "@ui/slider.tsx";
import type { Track } from "livekit-client";
import { createEffect, createSignal, onCleanup, Show } from "solid-js";
import { language, t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { useCall } from "./context.tsx";
import { createPerson } from "./person.ts";
import type { CallPerson } from "./room-view.ts";
import styles from "./tile.module.css";
import { VoiceModeration } from "./voice-moderation.tsx";
import { loudest, volumeOf } from "./volumes.ts";

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
  const [areOptionsOpen, setOptionsOpen] = createSignal(false);
  const isScreen = () => props.shows === "screen";
  const hasOptions = () => !props.person.isSelf && !isScreen();
  const name = () => (isScreen() ? t().voice.screenOf(person.name()) : person.name());
  const track = () => (isScreen() ? props.person.screen : props.person.camera);
  const isDeaf = () => props.person.isDeafened || (props.person.isSelf && call.isDeafened());
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button of the options opens them by keyboard.
    <div
      class={styles.tile}
      data-speaking={props.person.isSpeaking && !isScreen() ? "" : undefined}
      onContextMenu={(event) => {
        if (!hasOptions()) return;
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
          <Marks person={props.person} isDeaf={isDeaf()} />
        </Show>
        <button type="button" class={styles.name} data-person={props.person.userId}>
          {props.person.isSelf && !isScreen() ? t().voice.you : name()}
        </button>
      </div>
      <Show when={hasOptions()}>
        <PersonOptions
          userId={props.person.userId}
          name={person.name()}
          channel={props.channel}
          class={styles.options}
          open={areOptionsOpen()}
          onOpenChange={setOptionsOpen}
        />
      </Show>
    </div>
  );
}

function Marks(props: { readonly person: CallPerson; readonly isDeaf: boolean }) {
  return (
    <>
      <Show when={props.person.isSpeaking}>
        <span class="visually-hidden">{t().voice.speaking}</span>
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
}) {
  const play = (element: HTMLVideoElement) =>
    createEffect(() => {
      const { track } = props;
      track.attach(element);
      onCleanup(() => track.detach(element));
    });
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

/** What can be done with somebody in the call: how loud they are for the user, and what moderators may do. */
function PersonOptions(props: {
  readonly userId: string;
  readonly name: string;
  readonly channel: Channel;
  readonly class?: string;
  readonly open: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}) {
  const call = useCall();
  const volume = () => volumeOf(props.userId);
  const percent = () => new Intl.NumberFormat(language(), { style: "percent" }).format(volume() / 100);
  return (
    <Popover
      icon={Ellipsis}
      label={t().voice.options(props.name)}
      class={props.class}
      open={props.open}
      onOpenChange={props.onOpenChange}
    >
      <Slider
        label={t().voice.volume}
        value={volume()}
        valueText={percent()}
        min={0}
        max={loudest}
        step={5}
        onChange={(value) => call.setVolume(props.userId, value)}
      />
      <PanelAction
        icon={volume() === 0 ? Volume : VolumeOff}
        label={volume() === 0 ? t().voice.unmuteForMe : t().voice.muteForMe}
        onSelect={() => call.setVolume(props.userId, volume() === 0 ? 100 : 0)}
      />
      <Show when={props.channel.server}>
        {(server) => <VoiceModeration server={server()} channel={props.channel} userId={props.userId} />}
      </Show>
    </Popover>
  );
}
