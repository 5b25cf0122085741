import { Button } from "@ui/button.tsx";
import { Select } from "@ui/select.tsx";
import { notify } from "@ui/toasts.tsx";
import { For, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { chosenDevices, screenQuality, setScreenQuality } from "../preferences/preferences.ts";
import { useClient } from "../session/context.tsx";
import { describeMediumError } from "./call-errors.ts";
import styles from "./device-choice.module.css";
import {
  browsersChoice,
  canChooseSpeaker,
  chooseDevice,
  createDeviceList,
  type DeviceKind,
  deviceKinds,
} from "./devices.ts";
import { ownVideoLimits } from "./own-limits.ts";
import { nearestQuality, offeredQualities } from "./screen-quality.ts";

/** Which microphone, speaker and camera calls use on this device. For the call itself, and for a page of settings. */
export function DeviceChoice() {
  const client = useClient();
  const screen = () => ownVideoLimits(client).screen;
  const { devices, refresh } = createDeviceList();
  const names = (): Record<DeviceKind, string> => ({
    audioinput: t().voice.microphone,
    audiooutput: t().voice.speaker,
    videoinput: t().voice.camera,
  });
  const choices = (kind: DeviceKind) => {
    const found = devices().filter((device) => device.kind === kind && !isAlias(device));
    const usual = {
      value: browsersChoice,
      label: found.length ? t().voice.usualDevice : t().voice.noDevices,
    };
    const named = found.map(({ deviceId, label }, index) => ({
      value: deviceId,
      label: label || t().voice.numbered({ kind: names()[kind], number: index + 1 }),
    }));
    return [usual, ...named.filter(({ value }) => value)];
  };
  const value = (kind: DeviceKind) => {
    const chosen = chosenDevices()[kind];
    return choices(kind).some((choice) => choice.value === chosen)
      ? (chosen ?? browsersChoice)
      : browsersChoice;
  };
  const areNamesHidden = () => devices().some(({ label }) => !label);

  async function showNames(): Promise<void> {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      for (const track of stream.getTracks()) track.stop();
      await refresh();
    } catch (thrown) {
      const words = describeMediumError(thrown, "microphone");
      if (words) notify(words, { isError: true });
    }
  }

  return (
    <div class={styles.choice}>
      <For each={deviceKinds.filter((kind) => kind !== "audiooutput" || canChooseSpeaker)}>
        {(kind) => (
          <Select
            label={names()[kind]}
            choices={choices(kind)}
            value={value(kind)}
            onChange={(id) => chooseDevice(kind, id === browsersChoice ? undefined : id)}
          />
        )}
      </For>
      <Select
        label={t().voiceSettings.screen}
        choices={offeredQualities(screen()).map(({ name, height, frameRate }) => ({
          value: name,
          label: t().voiceSettings.screenQualities[name]({ height, frameRate }),
        }))}
        value={nearestQuality(screenQuality(), screen())}
        onChange={setScreenQuality}
      />
      <Show when={areNamesHidden()}>
        <Button onClick={() => void showNames()}>{t().voice.showNames}</Button>
      </Show>
    </div>
  );
}

/** Browsers list the usual device a second time, under this name. */
const isAlias = ({ deviceId }: MediaDeviceInfo) =>
  deviceId === browsersChoice || deviceId === "communications";
