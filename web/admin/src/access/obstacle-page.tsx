import { Button } from "@ui/button.tsx";
import { EntryPage } from "@ui/entry-page.tsx";
import { Match, Switch } from "solid-js";
import type { Obstacle } from "../api/session.ts";
import page from "../components/page.module.css";
import { t } from "../i18n/i18n.ts";
import { logOut } from "./log-in.ts";
import { icon } from "./login-page.tsx";

/** Says why this account gets no further, and what to do. */
export function ObstaclePage(props: { readonly reason: Obstacle }) {
  return (
    <Switch>
      <Match when={props.reason === "NotPrivileged"}>
        <EntryPage icon={icon} title={t().access.notPrivilegedTitle}>
          <p>{t().access.notPrivilegedHint}</p>
          <Command />
          <Button onClick={() => void logOut()}>{t().access.logOut}</Button>
        </EntryPage>
      </Match>
      <Match when={props.reason === "SecondFactorRequired"}>
        <EntryPage icon={icon} title={t().access.secondFactorTitle}>
          <p>{t().access.secondFactorHint}</p>
          <Command />
          <p>
            <a href="/settings/second-factor">{t().access.toSecondFactor}</a>
          </p>
          <Button onClick={() => void logOut()}>{t().access.logOut}</Button>
        </EntryPage>
      </Match>
    </Switch>
  );
}

const Command = () => <pre class={page.command}>ermine admin create me@example.com</pre>;
