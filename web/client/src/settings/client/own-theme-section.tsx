import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { Switch } from "@ui/switch.tsx";
import { TextField } from "@ui/text-field.tsx";
import { notify } from "@ui/toasts.tsx";
import { createEffect, For, on, Show } from "solid-js";
import { t } from "../../i18n/i18n.ts";
import {
  type Colours,
  colourNames,
  longestCss,
  longestFont,
  noTheme,
  themeSchema,
  unreadable,
} from "../../preferences/own-theme.ts";
import { ownTheme, setOwnTheme } from "../../preferences/preferences.ts";
import { parseJson } from "../../preferences/schemas.ts";
import { downloadText } from "../download-text.ts";
import styles from "../page.module.css";
import own from "./own-theme-section.module.css";

/** Custom colours, font and styles for this device, which can be exported and imported. */
export function OwnThemeSection() {
  const texts = () => t().ownTheme;
  const font = createField(ownTheme().font);
  const css = createField(ownTheme().css);
  // A theme may also come from a file, or from another tab.
  createEffect(
    on(ownTheme, (theme) => {
      font.onChange(theme.font);
      css.onChange(theme.css);
    }),
  );
  let picker: HTMLInputElement | undefined;
  const importFile = async (file: File | undefined): Promise<void> => {
    const stored = file && file.size <= longestCss * 4 ? parseJson(await file.text()) : null;
    const theme = themeSchema(stored) ?? noTheme;
    if (JSON.stringify(theme) === JSON.stringify(noTheme)) notify(texts().noTheme, { isError: true });
    else setOwnTheme(theme);
  };
  return (
    <section class={styles.section}>
      <h2 class={styles.heading}>{texts().title}</h2>
      <p class={styles.hint}>{texts().hint}</p>
      <ColourFields />
      <form
        class={own.form}
        onSubmit={(event) => {
          event.preventDefault();
          setOwnTheme({ ...ownTheme(), font: font.value, css: css.value });
        }}
      >
        <TextField label={texts().font} hint={texts().fontHint} {...font} maxlength={longestFont} />
        <TextField label={texts().css} hint={texts().cssHint} {...css} multiline maxlength={longestCss} />
        <Button type="submit" variant="primary">
          {texts().apply}
        </Button>
      </form>
      <div class={styles.actions}>
        <Button
          onClick={() =>
            downloadText("theme.json", JSON.stringify(ownTheme(), undefined, 2), "application/json")
          }
        >
          {texts().export}
        </Button>
        <Button onClick={() => picker?.click()}>{texts().import}</Button>
        <Button onClick={() => setOwnTheme(noTheme)}>{texts().reset}</Button>
        <input
          ref={picker}
          class="visually-hidden"
          type="file"
          accept="application/json,.json"
          tabindex="-1"
          aria-label={texts().import}
          onChange={(event) => {
            void importFile(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
      </div>
    </section>
  );
}

function ColourFields() {
  const texts = () => t().ownTheme;
  const colours = () => ownTheme().colours;
  const set = (next: Colours | undefined) => setOwnTheme({ ...ownTheme(), colours: next });
  return (
    <>
      <Switch
        label={texts().colours}
        value={colours() !== undefined}
        onChange={(isOn) => set(isOn ? shownColours() : undefined)}
      />
      <Show when={colours()}>
        {(chosen) => (
          <>
            <div class={own.colours}>
              <For each={colourNames}>
                {(name) => (
                  <label class={own.colour}>
                    <input
                      type="color"
                      value={chosen()[name]}
                      onInput={(event) => set({ ...chosen(), [name]: event.currentTarget.value })}
                    />
                    {texts().colourNames[name]}
                  </label>
                )}
              </For>
            </div>
            <Show when={unreadable(chosen()).length > 0}>
              <ul class={own.problems} role="status">
                <For each={unreadable(chosen())}>
                  {([text, ground]) => (
                    <li>
                      {texts().unreadable({
                        text: texts().colourNames[text],
                        ground: texts().colourNames[ground],
                      })}
                    </li>
                  )}
                </For>
              </ul>
            </Show>
          </>
        )}
      </Show>
    </>
  );
}

/** The current colours of the page, as a start. */
function shownColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim() || "#808080";
  return Object.fromEntries(colourNames.map((name) => [name, read(name)])) as Record<keyof Colours, string>;
}
