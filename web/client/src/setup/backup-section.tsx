import { Button } from "@ui/button.tsx";
import { Switch } from "@ui/switch.tsx";
import { TextField } from "@ui/text-field.tsx";
import { Show } from "solid-js";
import { createBusy } from "../components/attempt.ts";
import { t } from "../i18n/i18n.ts";
import { Outcome, Section } from "./section.tsx";
import type { SetupDraft } from "./setup-draft.ts";

export function BackupSection(props: {
  readonly draft: SetupDraft;
  readonly fixed: string | undefined;
  readonly outcome: { readonly ok: boolean; readonly text: string } | undefined;
  readonly onCheck: () => Promise<unknown>;
}) {
  const [isBusy, run] = createBusy();
  return (
    <Section title={t().setup.backups} hint={t().setup.backupsHint} fixed={props.fixed}>
      <Switch label={t().setup.makeBackups} {...props.draft.hasBackups} />
      <Show when={props.draft.hasBackups.value}>
        <TextField
          label={t().setup.folder}
          hint={t().setup.folderHint}
          {...props.draft.folder}
          required
          maxlength={1024}
        />
        <div>
          <Button busy={isBusy()} onClick={() => void run(async () => void (await props.onCheck()))}>
            {t().setup.checkFolder}
          </Button>
        </div>
        <Outcome outcome={props.outcome} />
      </Show>
    </Section>
  );
}
