import { Button } from "@ui/button.tsx";
import { notify } from "@ui/toasts.tsx";
import { createEffect, createSignal, on, onCleanup, Show } from "solid-js";
import { t } from "../../i18n/i18n.ts";
import { playSpeakerTest } from "../../notifications/sounds.ts";
import { chosenDevices } from "../../preferences/preferences.ts";
import { describeMediumError } from "../../voice/call-errors.ts";
import { preferredDevice } from "../../voice/devices.ts";
import page from "../page.module.css";
import styles from "./camera-test.module.css";

/** Shows the camera to the user alone, and lets the speaker be heard. */
export function CameraTest() {
  const texts = () => t().voiceSettings;
  const [stream, setStream] = createSignal<MediaStream>();
  /** Counts the attempts: a camera that an older one opens late is closed. */
  let attempt = 0;

  function close(): void {
    attempt++;
    for (const track of stream()?.getTracks() ?? []) track.stop();
    setStream(undefined);
  }
  async function open(): Promise<void> {
    close();
    const mine = attempt;
    try {
      const opened = await navigator.mediaDevices.getUserMedia({
        video: preferredDevice(chosenDevices().videoinput) ?? true,
      });
      if (mine === attempt) setStream(opened);
      else for (const track of opened.getTracks()) track.stop();
    } catch (thrown) {
      const words = describeMediumError(thrown, "camera");
      if (words) notify(words, { isError: true });
    }
  }
  createEffect(
    on(
      () => chosenDevices().videoinput,
      () => stream() && void open(),
      { defer: true },
    ),
  );
  onCleanup(close);

  const show = (element: HTMLVideoElement) =>
    createEffect(() => {
      element.srcObject = stream() ?? null;
    });
  return (
    <>
      <div class={page.actions}>
        <Button onClick={() => void playSpeakerTest(chosenDevices().audiooutput)}>
          {texts().testSpeaker}
        </Button>
        <Button onClick={() => (stream() ? close() : void open())}>
          {stream() ? texts().endCameraTest : texts().testCamera}
        </Button>
      </div>
      <Show when={stream()}>
        <video ref={show} class={styles.preview} aria-label={texts().preview} autoplay playsinline muted />
      </Show>
    </>
  );
}
