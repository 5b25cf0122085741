import { Avatar } from "@ui/avatar.tsx";
import { For } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { accounts } from "../session/accounts.ts";
import styles from "./known-accounts.module.css";

/** The accounts that are logged in on this device. */
export function KnownAccounts(props: { readonly onChosen: () => void }) {
  return (
    <ul class={styles.accounts} aria-label={t().auth.knownAccounts}>
      <For each={accounts.all()}>
        {(account) => (
          <li>
            <button
              type="button"
              class={styles.account}
              onClick={() => {
                accounts.activate(account.userId);
                props.onChosen();
              }}
            >
              <Avatar name={account.name} url={account.avatarUrl} size={32} />
              <bdi class={styles.name}>{account.name}</bdi>
            </button>
          </li>
        )}
      </For>
    </ul>
  );
}
