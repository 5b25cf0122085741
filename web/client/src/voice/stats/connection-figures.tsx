import { createSignal, For, onCleanup, Show } from "solid-js";
import { language, t } from "../../i18n/i18n.ts";
import { createFiguresReader, type TrackFigures, type TrackStats } from "./call-figures.ts";
import styles from "./connection-figures.module.css";

const everyMs = 2_000;

/** How well the sound and video of somebody arrive, read again every two seconds. */
export function ConnectionFigures(props: { readonly read: () => Promise<readonly TrackStats[]> }) {
  const [figures, setFigures] = createSignal<readonly TrackFigures[]>();
  const toFigures = createFiguresReader();
  let isOpen = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let section: HTMLElement | undefined;
  let height = 0;

  async function refresh(): Promise<void> {
    // A connection that is being replaced has no statistics.
    const tracks = await props.read().catch(() => []);
    if (!isOpen) return;
    setFigures(toFigures(tracks));
    showAll();
    timer = setTimeout(() => void refresh(), everyMs);
  }
  /** A phone may have no room for all of them, and rates come with the second reading. */
  function showAll(): void {
    const before = height;
    height = section?.offsetHeight ?? 0;
    if (height > before) section?.scrollIntoView({ block: "nearest" });
  }
  void refresh();
  onCleanup(() => {
    isOpen = false;
    clearTimeout(timer);
  });

  return (
    <section ref={(element) => (section = element)} class={styles.figures} aria-label={t().voice.connection}>
      <For each={figures()} fallback={<p class={styles.none}>{figures() && t().voice.figures.none}</p>}>
        {(track) => (
          <div>
            <p class={styles.kind}>{track.isSound ? t().voice.figures.sound : t().voice.figures.video}</p>
            <dl class={styles.track}>
              <For each={linesOf(track)}>
                {([name, value]) => (
                  <Show when={value}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </Show>
                )}
              </For>
            </dl>
          </div>
        )}
      </For>
    </section>
  );
}

function linesOf(track: TrackFigures): readonly (readonly [string, string | undefined])[] {
  const { figures } = t().voice;
  const format = (value: number | undefined, options: Intl.NumberFormatOptions) =>
    value === undefined ? undefined : new Intl.NumberFormat(language(), options).format(value);
  const milliseconds = { style: "unit", unit: "millisecond" } as const;
  const kilobits = { style: "unit", unit: "kilobit-per-second", maximumFractionDigits: 0 } as const;
  const { size, bitRate } = track;
  const frames = track.frameRate && Math.round(track.frameRate);
  return [
    [figures.roundTrip, format(track.roundTrip, milliseconds)],
    [figures.jitter, format(track.jitter, milliseconds)],
    [figures.loss, format(track.loss, { style: "percent", maximumFractionDigits: 1 })],
    [figures.bitRate, format(bitRate && bitRate / 1_000, kilobits)],
    [figures.codec, track.codec],
    [figures.resolution, size && `${size.width} × ${size.height}${frames ? `, ${frames} fps` : ""}`],
  ];
}
