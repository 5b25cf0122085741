import { Switch } from "@ui/switch.tsx";
import { setAppearance } from "../../components/appearance.ts";
import { t } from "../../i18n/i18n.ts";
import { appearance } from "../../preferences/preferences.ts";
import styles from "../page.module.css";

/** What makes the pages easier to look at. */
export default function AccessibilityPage() {
  return (
    <div class={styles.page}>
      <div class={styles.switches}>
        <Switch
          label={t().accessibility.reducedMotion}
          hint={t().accessibility.reducedMotionHint}
          value={appearance().reducedMotion}
          onChange={(reducedMotion) => setAppearance({ reducedMotion })}
        />
        <Switch
          label={t().accessibility.moreContrast}
          hint={t().accessibility.moreContrastHint}
          value={appearance().moreContrast}
          onChange={(moreContrast) => setAppearance({ moreContrast })}
        />
        <Switch
          label={t().accessibility.stillUnfocused}
          hint={t().accessibility.stillUnfocusedHint}
          value={appearance().stillUnfocused}
          onChange={(stillUnfocused) => setAppearance({ stillUnfocused })}
        />
      </div>
    </div>
  );
}
