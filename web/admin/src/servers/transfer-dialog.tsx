import { Avatar } from "@ui/avatar.tsx";
import { SearchField } from "@ui/search-field.tsx";
import { createResource, createSignal, createUniqueId, For, onCleanup, Show } from "solid-js";
import { call, withQuery } from "../api/call.ts";
import type { AdminServer, AdminUser } from "../api/types.ts";
import { FormDialog } from "../components/dialogs.tsx";
import { avatarUrl } from "../components/images.ts";
import styles from "../components/page.module.css";
import { t } from "../i18n/i18n.ts";
import { fullName } from "../people/names.ts";
import people from "../people/people-page.module.css";

/** How long somebody stops typing before people are searched, in milliseconds. */
const pause = 250;
const shownPeople = "8";

/** Asks who owns a server from now on. */
export function TransferDialog(props: {
  readonly server: AdminServer;
  readonly onTransfer: (owner: AdminUser) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const [text, setText] = createSignal("");
  const [query, setQuery] = createSignal("");
  const [owner, setOwner] = createSignal<AdminUser>();
  const name = createUniqueId();
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));
  const [found] = createResource(
    () => query() || undefined,
    (wanted) => call<AdminUser[]>("GET", withQuery("/admin/users", { query: wanted, limit: shownPeople })),
  );
  const candidates = () =>
    found.state === "ready"
      ? found().filter(({ _id, account }) => account && _id !== props.server.owner)
      : [];

  function onInput(value: string): void {
    setText(value);
    setOwner(undefined);
    clearTimeout(timer);
    timer = setTimeout(() => setQuery(value.trim()), pause);
  }

  return (
    <FormDialog
      title={t().servers.transferTitle(props.server.name)}
      description={t().servers.newOwnerHint}
      action={t().servers.transfer}
      isReady={owner() !== undefined}
      onSubmit={async () => {
        const chosen = owner();
        if (chosen) await props.onTransfer(chosen);
      }}
      onClose={props.onClose}
    >
      <SearchField label={t().people.search} value={text()} onChange={onInput} />
      <fieldset class={people.choices}>
        <legend class="visually-hidden">{t().servers.newOwner}</legend>
        <For each={candidates()}>
          {(user) => (
            <label class={people.choice}>
              <input
                type="radio"
                name={name}
                checked={owner()?._id === user._id}
                onChange={() => setOwner(user)}
              />
              <Avatar name={user.display_name ?? user.username} url={avatarUrl(user)} size={32} />
              <span class={people.names}>
                <span dir="auto">{user.display_name ?? user.username}</span>
                <span class={styles.small} dir="ltr">
                  {fullName(user)}
                </span>
              </span>
            </label>
          )}
        </For>
        <Show when={found.state === "ready" && candidates().length === 0}>
          <p class={styles.small}>{t().common.nothingFound}</p>
        </Show>
      </fieldset>
    </FormDialog>
  );
}
