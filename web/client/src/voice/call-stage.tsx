import { IconButton } from "@ui/icon-button.tsx";
import { ChevronDown, ChevronUp, Expand, Shrink } from "@ui/icons.ts";
import { listen } from "@ui/listen.ts";
import { createSignal, onCleanup, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { sessionState } from "../session/client.ts";
import { useClient } from "../session/context.tsx";
import { CallControls } from "./call-controls.tsx";
import line from "./call-line.module.css";
import styles from "./call-stage.module.css";
import { CallTiles } from "./call-tiles.tsx";
import { useCall } from "./context.tsx";
import { Faces } from "./faces.tsx";
import { RaisedHands } from "./raised-hands.tsx";

const collapsed = sessionState(() => createSignal(false));

/** The call that the user is in, with everybody in it. Folds to one line. */
export function CallStage(props: { readonly channel: Channel }) {
  const [isCollapsed, setCollapsed] = collapsed(useClient());
  const call = useCall();
  const fullscreen = createFullscreen();
  call.setViewShown(true);
  onCleanup(() => call.setViewShown(false));
  return (
    <Show when={!isCollapsed()} fallback={<Folded channel={props.channel} />}>
      <section
        class={styles.stage}
        data-full={fullscreen.isOn() ? "" : undefined}
        aria-label={t().voice.call}
      >
        <CallTiles channel={props.channel} />
        <div class={styles.foot}>
          <span class={styles.state} role="status">
            <Show when={call.state() === "joining" || call.state() === "reconnecting"}>
              {call.state() === "joining" ? t().voice.states.joining : t().voice.states.reconnecting}
            </Show>
          </span>
          <CallControls />
          <span class={styles.view}>
            <RaisedHands channel={props.channel} />
            <IconButton
              icon={fullscreen.isOn() ? Shrink : Expand}
              label={fullscreen.isOn() ? t().voice.endFullscreen : t().voice.fullscreen}
              onClick={() => void fullscreen.toggle()}
            />
            <Show when={!fullscreen.isOn()}>
              <IconButton icon={ChevronUp} label={t().voice.collapse} onClick={() => setCollapsed(true)} />
            </Show>
          </span>
        </div>
      </section>
    </Show>
  );
}

function Folded(props: { readonly channel: Channel }) {
  const [, setCollapsed] = collapsed(useClient());
  const call = useCall();
  const ids = () => call.people.map(({ userId }) => userId);
  const isSpeaking = (id: string) => call.people.some((person) => person.userId === id && person.isSpeaking);
  return (
    <section class={line.line} data-folded="" aria-label={t().voice.call}>
      <Faces channel={props.channel} userIds={ids()} speaking={isSpeaking} />
      <span class={line.words}>{t().voice.people(ids().length)}</span>
      <CallControls />
      <IconButton icon={ChevronDown} label={t().voice.expand} onClick={() => setCollapsed(false)} />
    </section>
  );
}

/**
 * Lets a part of the page fill the screen. The whole page becomes full screen and the part lies above the rest of it,
 * so that menus and messages of other parts are still seen.
 */
function createFullscreen() {
  const [isOn, setOn] = createSignal(false);
  listen(document, "fullscreenchange", () => !document.fullscreenElement && setOn(false));
  onCleanup(() => isOn() && void leave());

  async function toggle(): Promise<void> {
    if (isOn()) {
      setOn(false);
      return await leave();
    }
    setOn(true);
    try {
      await document.documentElement.requestFullscreen?.();
    } catch {
      // The part fills the window at least.
    }
  }
  return { isOn, toggle };
}

async function leave(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
}
