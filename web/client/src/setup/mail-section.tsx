import { Button } from "@ui/button.tsx";
import { Select } from "@ui/select.tsx";
import { Switch } from "@ui/switch.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, Show } from "solid-js";
import { createBusy } from "../components/attempt.ts";
import { t } from "../i18n/i18n.ts";
import { Outcome, Section } from "./section.tsx";
import type { SetupApi } from "./setup-api.ts";
import { mailOf, type SetupDraft, tlsKinds } from "./setup-draft.ts";

/** How mail is sent, and a mail to try it. */
export function MailSection(props: {
  readonly api: SetupApi;
  readonly draft: SetupDraft;
  readonly fixed: string | undefined;
}) {
  const [outcome, setOutcome] = createSignal<{ ok: boolean; text: string }>();
  const [isBusy, run] = createBusy();
  const test = () =>
    run(async () => {
      setOutcome(undefined);
      const to = props.draft.email.value;
      const { ok, text } = await props.api.testMail({ mail: mailOf(props.draft), to });
      setOutcome({ ok, text: ok ? t().setup.mailSent(to) : text });
    });
  return (
    <Section title={t().setup.mail} hint={t().setup.mailHint} fixed={props.fixed}>
      <Switch label={t().setup.sendMail} {...props.draft.hasMail} />
      <Show when={props.draft.hasMail.value}>
        <TextField label={t().setup.mailHost} {...props.draft.host} required maxlength={253} />
        <Select
          label={t().setup.tls}
          choices={tlsKinds.map((value) => ({ value, label: t().setup.tlsKinds[value] }))}
          {...props.draft.tls}
        />
        <TextField label={t().setup.port} {...props.draft.port} required inputmode="numeric" />
        <TextField label={t().setup.mailUser} {...props.draft.mailUser} autocomplete="off" />
        <TextField
          label={t().setup.mailPassword}
          type="password"
          {...props.draft.mailPassword}
          autocomplete="off"
        />
        <TextField label={t().setup.from} hint={t().setup.fromHint} {...props.draft.from} required />
        <div>
          <Button
            busy={isBusy()}
            disabled={!props.draft.email.value || !props.draft.host.value}
            onClick={() => void test()}
          >
            {t().setup.testMail}
          </Button>
        </div>
        <Outcome outcome={outcome()} />
      </Show>
    </Section>
  );
}
