import { Check, Minus, X } from "@ui/icons.ts";
import { createUniqueId, For, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import type { Permission } from "../../../../../src/permissions/bits.ts";
import type { PermissionOverride } from "../../../../../src/permissions/servers.ts";
import { t } from "../../i18n/i18n.ts";
import { has, mayPut, type PermissionState, stateOf, withState } from "../../model/permissions.ts";
import styles from "./permission-editor.module.css";

interface PermissionGroup {
  readonly id: "server" | "members" | "text" | "voice";
  readonly names: readonly Permission[];
}

const icons = { deny: X, neutral: Minus, allow: Check } as const;

/** Edits a layer of permissions: three states for each, or two where the layer is the lowest, in words too. */
export function PermissionEditor(props: {
  readonly groups: readonly PermissionGroup[];
  readonly value: PermissionOverride;
  /** What is stored, for the rule that nobody gives what they lack. */
  readonly current: PermissionOverride;
  /** What holds where the layer says nothing; without it there are two states. */
  readonly inherited?: number;
  /** What the user has here. */
  readonly held: number;
  readonly disabled?: boolean;
  readonly onChange: (value: PermissionOverride) => void;
}) {
  return (
    <For each={props.groups}>
      {(group) => (
        <section class={styles.group}>
          <h2 class={styles.heading}>{t().permissions.groups[group.id]}</h2>
          <ul class={styles.list}>
            <For each={group.names}>
              {(name) => (
                <PermissionLine
                  name={name}
                  state={stateOf(props.value, name)}
                  inherited={props.inherited === undefined ? undefined : has(props.inherited, name)}
                  mayPut={(state) => !props.disabled && mayPut(props.held, props.current, name, state)}
                  onChange={(state) => props.onChange(withState(props.value, name, state))}
                />
              )}
            </For>
          </ul>
        </section>
      )}
    </For>
  );
}

function PermissionLine(props: {
  readonly name: Permission;
  readonly state: PermissionState;
  readonly inherited: boolean | undefined;
  readonly mayPut: (state: PermissionState) => boolean;
  readonly onChange: (state: PermissionState) => void;
}) {
  const id = createUniqueId();
  // The lowest layer has none to inherit from, and needs not deny what it does not allow.
  const states = () =>
    props.inherited === undefined ? (["neutral", "allow"] as const) : (["deny", "neutral", "allow"] as const);
  const neutral = () =>
    props.inherited === undefined
      ? t().permissions.notAllowed
      : t().permissions.inherit[props.inherited ? "allow" : "deny"];
  const label = (state: PermissionState) => (state === "neutral" ? neutral() : t().permissions.states[state]);
  const texts = () => t().permissions.names[props.name];
  const mayNothing = () => states().every((state) => state === props.state || !props.mayPut(state));
  return (
    <li class={styles.line}>
      <div class={styles.words}>
        <span id={id}>{texts().name}</span>
        <span class={styles.sentence} id={`${id}-sentence`}>
          {texts().sentence}
          <Show when={mayNothing()}> {t().permissions.lacking}</Show>
        </span>
        <Show when={props.inherited !== undefined && props.state === "neutral"}>
          <span class={styles.inherited}>{neutral()}</span>
        </Show>
      </div>
      <div class={styles.states} role="radiogroup" aria-labelledby={id} aria-describedby={`${id}-sentence`}>
        <For each={states()}>
          {(state) => (
            <label class={styles.state} data-state={state} title={label(state)}>
              <input
                class="visually-hidden"
                type="radio"
                name={id}
                checked={props.state === state}
                disabled={props.state !== state && !props.mayPut(state)}
                onChange={() => props.onChange(state)}
              />
              <Dynamic component={icons[state]} size={18} strokeWidth={2} aria-hidden="true" />
              <span class="visually-hidden">{label(state)}</span>
            </label>
          )}
        </For>
      </div>
    </li>
  );
}
