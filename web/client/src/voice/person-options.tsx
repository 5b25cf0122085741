import { Ellipsis, Volume, VolumeOff } from "@ui/icons.ts";
import { PanelAction, Popover } from "@ui/popover.tsx";
import { Slider } from "@ui/slider.tsx";
import { Show } from "solid-js";
import { language, t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { useCall } from "./context.tsx";
import { VoiceModeration } from "./voice-moderation.tsx";
import { loudest, volumeOf } from "./volumes.ts";

/** What can be done with somebody in the call: how loud they are for the user, and what moderators may do. */
export function PersonOptions(props: {
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
