import { Form } from "@ui/form.tsx";
import { Select } from "@ui/select.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal } from "solid-js";
import type { SetupResult, SetupState } from "../../../protocol/types.ts";
import { createForm } from "../components/create-form.ts";
import { describeError, t } from "../i18n/i18n.ts";
import { formatBytes } from "../media/byte-size.ts";
import { ApiError, readApiError } from "../session/api-error.ts";
import { BackupSection } from "./backup-section.tsx";
import { MailSection } from "./mail-section.tsx";
import { OperatorSection } from "./operator-section.tsx";
import { Section, SetupFrame } from "./section.tsx";
import styles from "./setup.module.css";
import type { SetupApi } from "./setup-api.ts";
import { completionOf, createDraft, type FieldErrors, fieldsOfErrors, registrations } from "./setup-draft.ts";
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

  const [errors, setErrors] = createSignal<FieldErrors>({});
  let page: HTMLDivElement | undefined;
  /** Shows an error at its field, if it has one, because the button at the end of the page is far away. */
  const showAtField = (thrown: unknown) => {
    const field = fieldsOfErrors[readApiError(thrown).type];
    if (field === undefined) throw thrown;
    setErrors({ [field]: describeError(thrown) });
    page?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  const form = createForm(async () => {
    setErrors({});
    if (asksForFolder() && !(await checkFolder())) throw new ApiError("SetupFolder");
    await props.api
      .complete(completionOf(draft, props.secret))
      .catch(asErrorOfSetup)
      .then(props.onDone, showAtField);
  });

  return (
    <SetupFrame title={t().setup.title} hint={t().setup.hint}>
      <div class={styles.form} ref={page}>
        <Form form={form} submitLabel={t().setup.finish}>
          <OperatorSection draft={draft} secret={props.secret} errors={errors()} />
          <Section
            title={t().setup.community}
            hint={t().setup.communityHint}
            fixed={fixed("community.server")}
          >
            <TextField label={t().setup.communityName} {...draft.community} maxlength={32} />
          </Section>
          <Section
            title={t().setup.registration}
            hint={t().setup.registrationHint}
            fixed={fixed("registration")}
          >
            <Select
              label={t().setup.whoRegisters}
              choices={registrations.map((value) => ({ value, label: t().setup.registrations[value] }))}
              {...draft.registration}
            />
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
          <Section title={t().setup.proxy} hint={t().setup.proxyHint} fixed={fixed("trusted_proxies")}>
            <TextField
              label={t().setup.proxies}
              hint={t().setup.proxiesHint}
              {...draft.proxies}
              error={errors().proxies}
              maxlength={500}
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

/** Replaces general errors by what they mean here: the page has validated everything else. */
function asErrorOfSetup(thrown: unknown): never {
  const { type } = readApiError(thrown);
  if (type === "OperationFailed") throw new ApiError("SetupAddressTaken");
  throw type === "InvalidProperty" ? new ApiError("SetupProxies") : thrown;
}
