import { Select } from "@ui/select.tsx";
import { Switch } from "@ui/switch.tsx";
import { Show } from "solid-js";
import { setAppearance } from "../../components/appearance.ts";
import { chooseLanguage, type Language, language, languages, t } from "../../i18n/i18n.ts";
import {
  accents,
  appearance,
  clock,
  clocks,
  densities,
  fontSizes,
  sendKey,
  setClock,
  setSendKey,
  setShowsAllServers,
  showsAllServers,
  themes,
} from "../../preferences/preferences.ts";
import { community } from "../../session/server.ts";
import { ChoiceGroup } from "../choice-group.tsx";
import styles from "../page.module.css";
import { OwnThemeSection } from "./own-theme-section.tsx";

/** How this device shows the pages, and in which language. */
export default function AppearancePage() {
  return (
    <div class={styles.page}>
      <p class={styles.hint}>{t().appearance.onThisDevice}</p>
      <ChoiceGroup
        label={t().appearance.theme}
        values={themes}
        names={t().appearance.themes}
        value={appearance().theme}
        onChange={(theme) => setAppearance({ theme })}
      />
      <ChoiceGroup
        label={t().appearance.accent}
        values={accents}
        names={t().appearance.accents}
        value={appearance().accent}
        hasSwatches
        onChange={(accent) => setAppearance({ accent })}
      />
      <ChoiceGroup
        label={t().appearance.density}
        values={densities}
        names={t().appearance.densities}
        value={appearance().density}
        onChange={(density) => setAppearance({ density })}
      />
      <ChoiceGroup
        label={t().appearance.fontSize}
        values={fontSizes}
        names={t().appearance.fontSizes}
        value={appearance().fontSize}
        onChange={(fontSize) => setAppearance({ fontSize })}
      />
      <ChoiceGroup
        label={t().appearance.sendKey}
        values={["enter", "ctrl-enter"]}
        names={t().appearance.sendKeys}
        value={sendKey()}
        onChange={setSendKey}
      />
      <ChoiceGroup
        label={t().appearance.clock}
        values={clocks}
        names={t().appearance.clocks}
        value={clock()}
        onChange={setClock}
      />
      <Select
        label={t().appearance.language}
        choices={(Object.keys(languages) as Language[]).map((value) => ({
          value,
          label: languages[value],
        }))}
        value={language()}
        onChange={chooseLanguage}
      />
      <Show when={community()}>
        {(found) => (
          <Switch
            label={t().community.showAll}
            hint={t().community.showAllHint(found().name)}
            value={showsAllServers()}
            onChange={setShowsAllServers}
          />
        )}
      </Show>
      <OwnThemeSection />
    </div>
  );
}
