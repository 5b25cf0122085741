import { DropdownMenu } from "@ui/menu.tsx";
import { t } from "../i18n/i18n.ts";
import { setSkinTone, skinTone } from "../preferences/preferences.ts";
import styles from "./emoji-picker.module.css";

const hands = ["👋", "👋🏻", "👋🏼", "👋🏽", "👋🏾", "👋🏿"];

/** Shows the skin tone of the emoji that have one, and offers the others. */
export function SkinTones() {
  const row = () =>
    hands.map((hand, tone) => ({
      label: t().composer.skinTones[tone] ?? hand,
      symbol: <span aria-hidden="true">{hand}</span>,
      onSelect: () => setSkinTone(tone),
    }));
  const label = () => `${t().composer.skinTone}: ${t().composer.skinTones[skinTone()]}`;
  return (
    <DropdownMenu class={styles.tone} label={label()} entries={() => [{ row: row() }]}>
      <span aria-hidden="true">{hands[skinTone()]}</span>
    </DropdownMenu>
  );
}
