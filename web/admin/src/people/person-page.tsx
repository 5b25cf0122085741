import { A, useParams } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { For, type JSX, Show } from "solid-js";
import { session } from "../api/session.ts";
import type { AdminUserDetails } from "../api/types.ts";
import { attempt, notifyRecorded } from "../components/attempt.ts";
import { createLoad, Loaded } from "../components/loaded.tsx";
import styles from "../components/page.module.css";
import { Page, Section } from "../components/page.tsx";
import { BackLink } from "../components/values.tsx";
import { t } from "../i18n/i18n.ts";
import { AccountFacts } from "./account-facts.tsx";
import { enableAccount } from "./actions.ts";
import { askToDisable, askToWipe } from "./dialogs.tsx";
import { fullName } from "./names.ts";
import { PersonMarks } from "./person-marks.tsx";
import { PersonState } from "./person-state.tsx";
import { askToRecover } from "./recover-account.tsx";
import { SessionList } from "./session-list.tsx";
import { SignInList } from "./sign-in-list.tsx";

/** Shown until the entry is loaded, and if there is none. */
const frame = (state: JSX.Element) => (
  <Page title={t().people.title} lead={<BackLink href="/people" label={t().people.title} />}>
    {state}
  </Page>
);

export default function PersonPage() {
  const params = useParams<{ id: string }>();
  const load = createLoad<AdminUserDetails>(() => `/admin/users/${encodeURIComponent(params.id)}`);
  return (
    <Loaded resource={load.resource} onRetry={load.reload} frame={frame}>
      {(details) => <Person details={details()} onChange={() => load.reload()} />}
    </Loaded>
  );
}

function Person(props: { readonly details: AdminUserDetails; readonly onChange: () => void }) {
  const user = () => props.details.user;
  const subject = () => ({ _id: user()._id, name: fullName(user()) });
  const words = () => t().people;
  // Nobody can do to themselves what would lock them out.
  const isOwn = () => user()._id === session()?.userId;
  const enable = () =>
    attempt(async () => {
      await enableAccount(user());
      notifyRecorded(words().enabledDone(subject().name));
      props.onChange();
    });
  return (
    <Page
      title={user().display_name ?? user().username}
      lead={<BackLink href="/people" label={words().title} />}
      actions={
        <Show when={!isOwn() && user().account}>
          {(account) => (
            <>
              <Show when={!account().disabled && account().verified}>
                <Button
                  onClick={() => askToRecover({ ...subject(), hasSecondFactor: account().second_factor })}
                >
                  {words().recover}
                </Button>
              </Show>
              <Show
                when={account().disabled}
                fallback={
                  <Button onClick={() => askToDisable(subject(), props.onChange)}>{words().disable}</Button>
                }
              >
                <Button onClick={() => void enable()}>{words().enable}</Button>
              </Show>
            </>
          )}
        </Show>
      }
    >
      <div class={styles.chips}>
        <span class={styles.small} dir="ltr">
          {fullName(user())}
        </span>
        <PersonState user={user()} />
      </div>
      <div class={styles.columns}>
        <Section title={words().account}>
          <AccountFacts details={props.details} />
        </Section>
        <Section title={words().ownedServers}>
          <Show
            when={props.details.owned_servers.length > 0}
            fallback={<p class={styles.small}>{words().noServers}</p>}
          >
            <ul class={`${styles.panel} ${styles.rows}`}>
              <For each={props.details.owned_servers}>
                {(server) => (
                  <li>
                    <A class={styles.link} href={`/servers/${server._id}`} dir="auto">
                      {server.name}
                    </A>
                  </li>
                )}
              </For>
            </ul>
          </Show>
        </Section>
      </div>
      <SessionList details={props.details} onChange={props.onChange} />
      <SignInList details={props.details} />
      <PersonMarks user={user()} isOwn={isOwn()} onChange={props.onChange} />
      <Show when={!isOwn()}>
        <Section title={words().danger}>
          <div class={`${styles.panel} ${styles.padded} ${styles.danger}`}>
            <p>{words().wipeHint}</p>
            <Button
              variant="danger"
              onClick={() => askToWipe(subject(), props.details.owned_servers, props.onChange)}
            >
              {words().wipe}
            </Button>
          </div>
        </Section>
      </Show>
      <p>
        <A href={`/audit?target=${user()._id}`}>{words().audit}</A>
      </p>
    </Page>
  );
}
