import { Switch } from "@ui/switch.tsx";
import { createSignal, For } from "solid-js";
import { attempt } from "./attempt.ts";
import styles from "./page.module.css";

export interface Bit {
  readonly bit: number;
  readonly label: string;
}

/** The bits of a field by their names. Bits without a name stay as they are. */
export function BitSwitches(props: {
  readonly bits: readonly Bit[];
  readonly value: number;
  readonly onChange: (value: number) => Promise<unknown>;
}) {
  const [isBusy, setBusy] = createSignal(false);
  async function set(bit: number, isSet: boolean): Promise<void> {
    setBusy(true);
    await attempt(() => props.onChange(isSet ? props.value | bit : props.value & ~bit));
    setBusy(false);
  }
  return (
    <div class={`${styles.panel} ${styles.padded} ${styles.badges}`}>
      <For each={props.bits}>
        {({ bit, label }) => (
          <Switch
            label={label}
            value={(props.value & bit) !== 0}
            disabled={isBusy()}
            onChange={(isSet) => void set(bit, isSet)}
          />
        )}
      </For>
    </div>
  );
}
