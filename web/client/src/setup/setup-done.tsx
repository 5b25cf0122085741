import { TextField } from "@ui/text-field.tsx";
import { createSignal, onCleanup, Show } from "solid-js";
import type { SetupResult } from "../../../protocol/types.ts";
import { t } from "../i18n/i18n.ts";
import { publicApi, refetchConfiguration } from "../session/server.ts";
import { CodeList, KeepCodes } from "../settings/account/recovery-code-list.tsx";
import { Section, SetupFrame } from "./section.tsx";
import styles from "./setup.module.css";

const pauseMs = 1_000;

/** The recovery codes, which are shown once, and what remains to be done. */
export function SetupDone(props: { readonly result: SetupResult }) {
  const [isBack, setBack] = createSignal(!props.result.restarts);
  const look = async () => {
    // It describes the community once it runs with the new keys.
    const { features } = await publicApi.get("/");
    if (props.result.server !== undefined && features.community?.server !== props.result.server) return;
    clearInterval(timer);
    await refetchConfiguration();
    setBack(true);
  };
  const timer = setInterval(() => {
    if (!isBack()) look().catch(() => {});
  }, pauseMs);
  onCleanup(() => clearInterval(timer));
  const next = () => {
    if (props.result.restarts) return isBack() ? t().setup.restarted : t().setup.restarting;
    return props.result.written ? t().setup.restartYourself : t().setup.copySettings;
  };
  return (
    <SetupFrame title={t().setup.done} hint={t().setup.doneHint(props.result.name)} isNext>
      <Section title={t().secondFactor.recovery} hint={t().secondFactor.recoveryHint}>
        <CodeList codes={props.result.recovery_codes} />
        <div class={styles.actions}>
          <KeepCodes codes={props.result.recovery_codes} />
        </div>
      </Section>
      <Show when={props.result.settings}>
        {(settings) => (
          <Section title={t().setup.settings} hint={t().setup.settingsHint}>
            <TextField label={t().setup.settingsFile} value={settings()} readOnly multiline />
          </Section>
        )}
      </Show>
      <p role="status">{props.result.settings ? next() : t().setup.nothingToApply}</p>
      {/* Not a link of the router: another server may answer from now on. */}
      <a class={styles.login} href="/login" rel="external">
        {t().auth.logIn}
      </a>
    </SetupFrame>
  );
}
