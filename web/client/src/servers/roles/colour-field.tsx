import { Select } from "@ui/select.tsx";
import { createUniqueId, For, Show } from "solid-js";
import { t } from "../../i18n/i18n.ts";
import styles from "../../settings/page.module.css";
import { roleColour } from "../../users/role-colour.ts";
import { type ColourKind, formatColour, parseColour } from "./role-colour.ts";
import own from "./roles-page.module.css";

const swatches = ["#c8372d", "#d9730d", "#c98a12", "#2e9e5b", "#1f8a8a", "#3d7dd8", "#7a5bd0", "#c2478f"];

/** The colour of a role: none, one, or a gradient of two. */
export function ColourField(props: {
  /** Shown in the colour. */
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const id = createUniqueId();
  const colour = () => parseColour(props.value);
  const change = (changes: Partial<ReturnType<typeof colour>>) =>
    props.onChange(formatColour({ ...colour(), ...changes }));
  return (
    <fieldset class={styles.section} aria-labelledby={id}>
      <span id={id} class="visually-hidden">
        {t().roles.colour}
      </span>
      <div class={styles.actions}>
        <div class={styles.grow}>
          <Select<ColourKind>
            label={t().roles.colour}
            choices={[
              { value: "none", label: t().roles.colours.none },
              { value: "plain", label: t().roles.colours.plain },
              { value: "gradient", label: t().roles.colours.gradient },
              ...(colour().kind === "other" ? [{ value: "other" as const, label: props.value }] : []),
            ]}
            value={colour().kind}
            onChange={(kind) => change({ kind })}
          />
        </div>
        <Show when={colour().kind === "plain" || colour().kind === "gradient"}>
          <input
            class={own.picker}
            type="color"
            aria-label={t().roles.firstColour}
            value={colour().first}
            onInput={(event) => change({ first: event.currentTarget.value })}
          />
        </Show>
        <Show when={colour().kind === "gradient"}>
          <input
            class={own.picker}
            type="color"
            aria-label={t().roles.secondColour}
            value={colour().second}
            onInput={(event) => change({ second: event.currentTarget.value })}
          />
        </Show>
        <bdi class={`${own.sample} role-colour`} style={roleColour(props.value)}>
          {props.name}
        </bdi>
      </div>
      <Show when={colour().kind === "plain"}>
        <div class={own.swatches} role="radiogroup" aria-label={t().roles.colour}>
          <For each={swatches}>
            {(swatch) => (
              // biome-ignore lint/a11y/useSemanticElements: a swatch is a button with a colour and no text.
              <button
                type="button"
                role="radio"
                class={own.swatch}
                style={{ background: swatch }}
                aria-label={swatch}
                aria-checked={colour().first === swatch}
                onClick={() => change({ first: swatch })}
              />
            )}
          </For>
        </div>
      </Show>
    </fieldset>
  );
}
