import styles from "./slider.module.css";

/** A value on a scale, with its name and the value in words. */
export function Slider(props: {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** The value in words, for display and for screen readers. */
  readonly valueText: string;
  readonly onChange: (value: number) => void;
}) {
  return (
    <label class={styles.slider}>
      <span class={styles.label}>{props.label}</span>
      <span class={styles.value} aria-hidden="true">
        {props.valueText}
      </span>
      <input
        class={styles.input}
        type="range"
        min={props.min}
        max={props.max}
        step={props.step}
        value={props.value}
        aria-label={props.label}
        aria-valuetext={props.valueText}
        onInput={(event) => props.onChange(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}
