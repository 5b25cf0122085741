import { Form } from "@ui/form.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal } from "solid-js";
import type { SetupResult, SetupState } from "../../../protocol/types.ts";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { formatBytes } from "../media/byte-size.ts";
import { ApiError, readApiError } from "../session/api-error.ts";
import { BackupSection } from "./backup-section.tsx";
import { MailSection } from "./mail-section.tsx";
import { OperatorSection } from "./operator-section.tsx";
import { Section, SetupFrame } from "./section.tsx";
import styles from "./setup.module.css";
import type { SetupApi } from "./setup-api.ts";
import { completionOf, createDraft } from "./setup-draft.ts";
import { VoiceSection } from "./voice-section.tsx";

/** Everything that a new server needs, on one page. Nothing is made before it is sent. */
export function SetupForm(props: {
  readonly api: SetupApi;
  readonly state: SetupState;
  readonly secret: string;
  readonly onDone: (result: SetupResult) => void;
}) {
  const draft = createDraft(props.state);
  const fixed = (key: keyof SetupState["fixed"]) => props.state.fixed[key];
  const [folder, setFolder] = createSignal<{ ok: boolean; text: string }>();
  const asksForFolder = () => draft.hasBackups.value && fixed("backup.to") === undefined;

  /** Resolves to whether backups can be made there. */
  async function checkFolder(): Promise<boolean> {
    setFolder(undefined);
    const { problem, free_bytes = 0 } = await props.api.checkFolder(draft.folder.value.trim());
    const text = problem ? t().setup.folderProblems[problem] : t().setup.folderWorks(formatBytes(free_bytes));
    setFolder({ ok: !problem, text });
    return !problem;
  }

  const form = createForm(async () => {
    if (asksForFolder() && !(await checkFolder())) throw new ApiError("SetupFolder");
    props.onDone(await props.api.complete(completionOf(draft, props.secret)).catch(asAddressTaken));
  });

  return (
    <SetupFrame title={t().setup.title} hint={t().setup.hint}>
      <div class={styles.form}>
        <Form form={form} submitLabel={t().setup.finish}>
          <OperatorSection draft={draft} secret={props.secret} />
          <Section
            title={t().setup.community}
            hint={t().setup.communityHint}
            fixed={fixed("community.server")}
          >
            <TextField label={t().setup.communityName} {...draft.community} maxlength={32} />
          </Section>
          <Section title={t().setup.address} hint={t().setup.addressHint} fixed={fixed("public_url")}>
            <TextField
              label={t().setup.publicUrl}
              type="url"
              placeholder="https://chat.example.org"
              {...draft.publicUrl}
              maxlength={300}
            />
          </Section>
          <MailSection api={props.api} draft={draft} fixed={fixed("smtp.host")} />
          <VoiceSection api={props.api} draft={draft} fixed={fixed("voice.mode")} />
          <BackupSection draft={draft} fixed={fixed("backup.to")} outcome={folder()} onCheck={checkFolder} />
          <p class={styles.hint}>{props.state.writes ? t().setup.whereWritten : t().setup.notWritten}</p>
        </Form>
      </div>
    </SetupFrame>
  );
}

function asAddressTaken(thrown: unknown): never {
  throw readApiError(thrown).type === "OperationFailed" ? new ApiError("SetupAddressTaken") : thrown;
}
