import { TextField } from "@ui/text-field.tsx";
import { EmailField, PasswordField } from "../auth/fields.tsx";
import { t } from "../i18n/i18n.ts";
import { QrCode } from "../settings/account/qr-code.tsx";
import { Section } from "./section.tsx";
import styles from "./setup.module.css";
import type { FieldErrors, SetupDraft } from "./setup-draft.ts";

/** The account of the operator, and its second factor. */
export function OperatorSection(props: {
  readonly draft: SetupDraft;
  readonly secret: string;
  readonly errors: FieldErrors;
}) {
  const address = () => {
    const issuer = encodeURIComponent(location.hostname);
    const label = encodeURIComponent(props.draft.username.value || props.draft.email.value);
    return `otpauth://totp/${issuer}:${label}?secret=${props.secret}&issuer=${issuer}`;
  };
  return (
    <>
      <Section title={t().setup.operator} hint={t().setup.operatorHint}>
        <EmailField {...props.draft.email} error={props.errors.email} />
        <PasswordField {...props.draft.password} error={props.errors.password} isNew />
        <TextField
          label={t().auth.username}
          hint={t().auth.usernameHint}
          {...props.draft.username}
          error={props.errors.username}
          required
          minlength={2}
          maxlength={32}
        />
      </Section>
      <Section title={t().secondFactor.app} hint={t().setup.factorHint}>
        <div class={styles.factor}>
          <QrCode text={address()} label={t().secondFactor.qrCode} />
          <div class={styles.fields}>
            <TextField label={t().secondFactor.key} value={props.secret} readOnly />
            <TextField
              label={t().secondFactor.code}
              {...props.draft.code}
              error={props.errors.code}
              required
              autocomplete="one-time-code"
              inputmode="numeric"
            />
          </div>
        </div>
      </Section>
    </>
  );
}
