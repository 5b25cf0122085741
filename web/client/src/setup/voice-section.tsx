import { Button } from "@ui/button.tsx";
import { Switch } from "@ui/switch.tsx";
import { createSignal, Show } from "solid-js";
import { createBusy } from "../components/attempt.ts";
import { t } from "../i18n/i18n.ts";
import { Outcome, Section } from "./section.tsx";
import type { SetupApi } from "./setup-api.ts";
import type { SetupDraft } from "./setup-draft.ts";

export function VoiceSection(props: {
  readonly api: SetupApi;
  readonly draft: SetupDraft;
  readonly fixed: string | undefined;
}) {
  const [outcome, setOutcome] = createSignal<{ ok: boolean; text: string }>();
  const [isBusy, run] = createBusy();
  const check = () =>
    run(async () => {
      setOutcome(undefined);
      const { ok, text } = await props.api.checkVoice();
      setOutcome({ ok, text: ok ? t().setup.voiceWorks : t().setup.voiceFails(text) });
    });
  return (
    <Section title={t().setup.voice} hint={t().setup.voiceHint} fixed={props.fixed}>
      <Switch label={t().setup.allowCalls} {...props.draft.hasVoice} />
      <Show when={props.draft.hasVoice.value}>
        <div>
          <Button busy={isBusy()} onClick={() => void check()}>
            {t().setup.checkVoice}
          </Button>
        </div>
        <Outcome outcome={outcome()} />
      </Show>
    </Section>
  );
}
