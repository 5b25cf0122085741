import { describeLocation } from "@ui/describe-location.ts";
import { Switch } from "@ui/switch.tsx";
import { For, Show } from "solid-js";
import { decodeTime } from "ulid";
import type { SignInHistory as History, SignIn } from "../../../../protocol/types.ts";
import { providers } from "../../auth/providers.tsx";
import { attempt } from "../../components/attempt.ts";
import { t } from "../../i18n/i18n.ts";
import { useClient } from "../../session/context.tsx";
import { longDate } from "../../users/dates.ts";
import { Row } from "../list.tsx";
import styles from "../page.module.css";
import { forgetAccountOverview } from "./account-overview.ts";
import { askForTicket, withTicket } from "./proof.tsx";

/** When, how and on which device somebody signed in to the account. */
export function SignInHistory(props: {
  readonly history: History;
  readonly onChanged: (history: History) => void;
}) {
  const client = useClient();
  const setNotified = async (value: boolean, ticket?: string) => {
    await client.api.patch("/auth/account/sign_ins", { notify_new_devices: value }, withTicket(ticket));
    forgetAccountOverview(client);
    props.onChanged({ ...props.history, notify_new_devices: value });
  };
  return (
    <section class={styles.section}>
      <h2 class={styles.heading}>{t().signIns.heading}</h2>
      <p class={styles.hint}>{t().signIns.hint}</p>
      <Switch
        label={t().signIns.notify}
        hint={t().signIns.notifyHint}
        value={props.history.notify_new_devices}
        onChange={(value) =>
          value
            ? void attempt(() => setNotified(true))
            : askForTicket({ perform: (ticket) => setNotified(false, ticket) })
        }
      />
      <Show
        when={props.history.sign_ins.length > 0}
        fallback={<p class={styles.hint}>{t().signIns.empty}</p>}
      >
        <ul class={styles.list} aria-label={t().signIns.heading}>
          <For each={props.history.sign_ins}>
            {(signIn) => <Row isWrapping title={titleOf(signIn)} detail={detailOf(signIn)} />}
          </For>
        </ul>
      </Show>
    </section>
  );
}

function titleOf({ device, new_device, outcome }: SignIn): string {
  const words = t().signIns;
  const mark = outcome === "Success" ? new_device && words.newDevice : words.outcomes[outcome];
  return mark ? `${device} · ${mark}` : device;
}

function detailOf({ _id, method, provider, second_factor, location, address }: SignIn): string {
  const words = t().signIns;
  const name = providers().find(({ id }) => id === provider)?.name ?? provider;
  const way = method === "Provider" ? (name ?? "") : words.methods[method];
  const ways = second_factor ? words.both({ first: way, second: words.factors[second_factor] }) : way;
  return [longDate(decodeTime(_id)), ways, location && describeLocation(location), address]
    .filter(Boolean)
    .join(" · ");
}
