import { Ellipsis, Float, SignalLow, Volume, VolumeOff } from "@ui/icons.ts";
import { PanelAction, Popover } from "@ui/popover.tsx";
import { Slider } from "@ui/slider.tsx";
import { createSignal, Show } from "solid-js";
import { language, t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { CallPerson } from "./call-person.ts";
import { useCall } from "./context.tsx";
import { ConnectionFigures } from "./stats/connection-figures.tsx";
import { VoiceModeration } from "./voice-moderation.tsx";
import { loudest, volumeOf } from "./volumes.ts";

/** What can be done with a tile: how loud it is for the user, where its video is, and what moderators may do. */
export function TileOptions(props: {
  readonly person: CallPerson;
  readonly shows: "person" | "screen";
  readonly name: string;
  readonly channel: Channel;
  readonly video: HTMLVideoElement | undefined;
  readonly class?: string;
  readonly open: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}) {
  const call = useCall();
  const { userId, isSelf } = props.person;
  const [areFiguresShown, setFiguresShown] = createSignal(false);
  const source = () => (props.shows === "screen" ? "screen" : "voice");
  const volume = () => volumeOf(userId, source());
  const setVolume = (value: number) => call.setVolume(userId, value, source());
  const percent = () => new Intl.NumberFormat(language(), { style: "percent" }).format(volume() / 100);
  return (
    <Popover
      icon={Ellipsis}
      label={t().voice.options(props.name)}
      class={props.class}
      open={props.open}
      onOpenChange={(isOpen) => {
        setFiguresShown(false);
        props.onOpenChange(isOpen);
      }}
    >
      <Show when={!isSelf}>
        <Slider
          label={t().voice.volume}
          value={volume()}
          valueText={percent()}
          min={0}
          max={loudest}
          step={5}
          onChange={setVolume}
        />
        <PanelAction
          icon={volume() === 0 ? Volume : VolumeOff}
          label={volume() === 0 ? t().voice.unmuteForMe : t().voice.muteForMe}
          onSelect={() => setVolume(volume() === 0 ? 100 : 0)}
        />
      </Show>
      <Show when={document.pictureInPictureEnabled && props.video}>
        {(video) => (
          <PanelAction
            icon={Float}
            label={t().voice.float}
            onSelect={() => {
              props.onOpenChange(false);
              // Whoever refuses it in the browser sees the video where it was.
              void video()
                .requestPictureInPicture()
                .catch(() => {});
            }}
          />
        )}
      </Show>
      <Show
        when={areFiguresShown()}
        fallback={
          <PanelAction icon={SignalLow} label={t().voice.connection} onSelect={() => setFiguresShown(true)} />
        }
      >
        <ConnectionFigures read={() => call.readStats(userId, props.shows)} />
      </Show>
      <Show when={!isSelf && props.shows === "person" && props.channel.server}>
        {(server) => <VoiceModeration server={server()} channel={props.channel} userId={userId} />}
      </Show>
    </Popover>
  );
}
