import { createField } from "@ui/create-field.ts";
import type { DataSetupComplete, SetupState } from "../../../protocol/types.ts";

const tlsPorts = { implicit: "465", starttls: "587", none: "25" } as const;
type Tls = keyof typeof tlsPorts;
export const tlsKinds = Object.keys(tlsPorts) as Tls[];
type Registration = NonNullable<DataSetupComplete["registration"]>;
export const registrations: readonly Registration[] = ["invite", "open", "closed"];

/** An address that others reach is probably the public one. */
const suggestedAddress = () => (/^(localhost|127\.|\[::1\])/.test(location.host) ? "" : location.origin);

/** What somebody has filled in so far. */
export function createDraft(state: SetupState) {
  const port = createField<string>(tlsPorts.starttls);
  const tls = createField<Tls>("starttls");
  return {
    email: createField(""),
    password: createField(""),
    username: createField(""),
    code: createField(""),
    community: createField(""),
    registration: createField<Registration>("invite"),
    publicUrl: createField(suggestedAddress()),
    proxies: createField(state.trusted_proxies.join(", ")),
    hasMail: createField(false),
    host: createField(""),
    port,
    tls: {
      get value() {
        return tls.value;
      },
      /** The port changes with it, unless somebody has chosen another one. */
      onChange(next: Tls) {
        if (port.value === tlsPorts[tls.value]) port.onChange(tlsPorts[next]);
        tls.onChange(next);
      },
    },
    mailUser: createField(""),
    mailPassword: createField(""),
    from: createField(""),
    hasVoice: createField(true),
    hasBackups: createField(true),
    folder: createField(state.backup_folder),
  };
}

export type SetupDraft = ReturnType<typeof createDraft>;

/** The field that each error of the server is about. */
export const fieldsOfErrors: Readonly<Record<string, keyof SetupDraft>> = {
  IncorrectData: "email",
  DisallowedContactSupport: "email",
  SetupAddressTaken: "email",
  ShortPassword: "password",
  CompromisedPassword: "password",
  InvalidUsername: "username",
  UsernameTaken: "username",
  InvalidToken: "code",
  SetupProxies: "proxies",
};
export type FieldErrors = { readonly [Field in keyof SetupDraft]?: string };

/** How mail is to be sent. */
export function mailOf({ host, port, tls, mailUser, mailPassword, from }: SetupDraft) {
  return {
    host: host.value.trim(),
    port: Number(port.value),
    tls: tls.value,
    username: mailUser.value,
    password: mailPassword.value,
    from: from.value.trim(),
  };
}

/** What is sent at the end. Whatever was left out is not there. */
export function completionOf(draft: SetupDraft, totp_secret: string): DataSetupComplete {
  const [community, public_url] = [
    draft.community.value.trim(),
    draft.publicUrl.value.trim().replace(/\/+$/, ""),
  ];
  return {
    email: draft.email.value,
    password: draft.password.value,
    username: draft.username.value,
    totp_secret,
    totp_code: draft.code.value.replaceAll(" ", ""),
    ...(community !== "" && { community }),
    ...(public_url !== "" && { public_url }),
    trusted_proxies: draft.proxies.value.split(/[\s,]+/).filter((each) => each !== ""),
    registration: draft.registration.value,
    ...(draft.hasMail.value && { mail: mailOf(draft) }),
    voice: draft.hasVoice.value,
    ...(draft.hasBackups.value && { backup_folder: draft.folder.value.trim() }),
  };
}
