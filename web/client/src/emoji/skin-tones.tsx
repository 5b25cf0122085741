import { DropdownMenu } from "@ui/menu.tsx";
import { t } from "../i18n/i18n.ts";
import { setSkinTone, skinTone } from "../preferences/preferences.ts";
import styles from "./emoji-picker.module.css";

/** Shows the skin tone of the emoji that have one, and offers the others. */
export function SkinTones() {
  const row = () =>
    Object.entries(t().composer.skinTones).map(([tone, label]) => ({
      label,
      symbol: <Swatch tone={Number(tone)} />,
      onSelect: () => setSkinTone(Number(tone)),
    }));
  const label = () => `${t().composer.skinTone}: ${t().composer.skinTones[skinTone()]}`;
  return (
    <DropdownMenu class={styles.tone} label={label()} entries={() => [{ row: row() }]}>
      <Swatch tone={skinTone()} />
    </DropdownMenu>
  );
}

/** A colour and no emoji, because a machine may have emoji without colours. */
function Swatch(props: { readonly tone: number }) {
  return (
    <span
      class={styles.swatch}
      data-swatch=""
      style={{ "background-color": `var(--skin-${props.tone})` }}
      aria-hidden="true"
    />
  );
}
