import { IconButton } from "@ui/icon-button.tsx";
import {
  Camera,
  Headphones,
  HeadphonesOff,
  Mic,
  MicOff,
  PhoneOff,
  Pointer,
  ScreenShare,
  SlidersHorizontal,
} from "@ui/icons.ts";
import { Popover } from "@ui/popover.tsx";
import { Show } from "solid-js";
import { keysOf } from "../components/shortcuts.ts";
import { t } from "../i18n/i18n.ts";
import { voiceInput } from "../preferences/preferences.ts";
import styles from "./call-controls.module.css";
import { useCall } from "./context.tsx";
import { DeviceChoice } from "./device-choice.tsx";
import { HandButton } from "./raised-hands.tsx";

/** The buttons of the call that the user is in. `isBrief` leaves out what has no room in a line. */
export function CallControls(props: { readonly isBrief?: boolean }) {
  const call = useCall();
  const texts = () => t().voice;
  const off = (isOff: boolean) => (isOff ? "" : undefined);
  // No video can be sent yet. The choice of the microphone is remembered.
  const isTooEarly = () => call.state() === "joining";
  return (
    <fieldset class={styles.controls} aria-label={texts().call}>
      <IconButton
        icon={call.isMuted() || !call.grants().speak ? MicOff : Mic}
        label={!call.grants().speak ? texts().cannotSpeak : call.isMuted() ? texts().unmute : texts().mute}
        keys={keysOf("mute")}
        disabled={!call.grants().speak}
        data-off={off(call.isMuted() || !call.grants().speak)}
        class={styles.button}
        onClick={call.toggleMute}
      />
      <HoldButton />
      <Show when={!props.isBrief && call.channel()}>{(channel) => <HandButton channel={channel()} />}</Show>
      <IconButton
        icon={call.isDeafened() ? HeadphonesOff : Headphones}
        label={call.isDeafened() ? texts().undeafen : texts().deafen}
        keys={keysOf("deafen")}
        data-off={off(call.isDeafened())}
        class={styles.button}
        onClick={call.toggleDeafen}
      />
      <Show when={!props.isBrief && call.mayShow()}>
        <IconButton
          icon={Camera}
          label={call.hasCamera() ? texts().stopCamera : texts().startCamera}
          data-on={off(call.hasCamera())}
          disabled={isTooEarly()}
          class={styles.button}
          onClick={() => void call.toggleCamera()}
        />
        <Show when={canShareScreens}>
          <IconButton
            icon={ScreenShare}
            label={call.isSharing() ? texts().stopScreen : texts().startScreen}
            data-on={off(call.isSharing())}
            disabled={isTooEarly()}
            class={styles.button}
            onClick={() => void call.toggleScreen()}
          />
        </Show>
      </Show>
      <Show when={!props.isBrief}>
        <Popover icon={SlidersHorizontal} label={texts().devices} class={styles.button}>
          <DeviceChoice />
        </Popover>
      </Show>
      <IconButton icon={PhoneOff} label={texts().leave} class={styles.leave} onClick={call.leave} />
    </fieldset>
  );
}

/** Stands for the key that opens or closes the microphone, where there is no keyboard. */
function HoldButton() {
  const call = useCall();
  const mode = () => voiceInput().mode;
  const label = () =>
    mode() === "push-to-talk" ? t().voiceSettings.holdToTalk : t().voiceSettings.holdToMute;
  return (
    <Show when={mode().startsWith("push-") && call.grants().speak}>
      <IconButton
        icon={Pointer}
        label={label()}
        keys={voiceInput().key.name}
        class={styles.button}
        data-on={call.key.isHeld() ? "" : undefined}
        pressed={call.key.isHeld()}
        onPointerDown={call.key.hold}
        onPointerUp={call.key.letGo}
        onPointerCancel={call.key.letGo}
        onPointerLeave={() => call.key.isHeld() && call.key.letGo()}
        onContextMenu={(event) => event.preventDefault()}
      />
    </Show>
  );
}

/** Phones cannot. */
const canShareScreens = typeof navigator.mediaDevices?.getDisplayMedia === "function";
