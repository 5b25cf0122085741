import type { Services } from "../../declare/services.ts";
import { readBytes } from "../../input/read-body.ts";
import { callApi, describeRefusal } from "./call-api.ts";
import { type Html, html } from "./html.ts";
import type { PageContent, PageRequest } from "./page.ts";

/** A page that mails lead to. Only its form changes something: mail scanners follow links, but send no forms. */
export interface AccountPage {
  readonly path: string;
  show(request: PageRequest): PageContent;
  submit(request: PageRequest): Promise<PageContent>;
}

interface AccountForm {
  readonly path: string;
  readonly title: string;
  lead(services: Services): string;
  readonly fields?: Html;
  readonly button: Html;
  /** Why the form is not sent at all. */
  check?(fields: URLSearchParams): string | undefined;
  call(code: string, fields: URLSearchParams): Parameters<typeof callApi>[1];
  readonly done: string;
}

/** A new password, entered twice. */
const passwordFields = html`<label>New password
<input name="password" type="password" autocomplete="new-password" required minlength="8"></label>
<label>The same again
<input name="repeated" type="password" autocomplete="new-password" required minlength="8"></label>`;

function checkPasswords(fields: URLSearchParams): string | undefined {
  if (fields.get("password") === fields.get("repeated")) return undefined;
  return "The two passwords differ. Enter the same one twice.";
}

const forms: readonly AccountForm[] = [
  {
    path: "/login/verify/:code",
    title: "Verify your e-mail address",
    lead: () => "Confirm that the address to which this link was sent is yours.",
    button: html`<button>Verify this address</button>`,
    call: (code) => ({ method: "POST", path: `/auth/account/verify/${encodeURIComponent(code)}`, body: {} }),
    done: "Your address is verified, and you can log in with your client. If it does not accept your password, request a new one there.",
  },
  {
    path: "/login/reset/:code",
    title: "Choose a new password",
    lead: () => "At least eight characters. Afterwards you are logged out on all devices.",
    fields: passwordFields,
    button: html`<button>Set this password</button>`,
    check: checkPasswords,
    call: (code, fields) => ({
      method: "PATCH",
      path: "/auth/account/reset_password",
      body: { token: code, password: fields.get("password") ?? "" },
    }),
    done: "Your password is changed, and you are logged out on all devices. Log in with the new one.",
  },
  {
    path: "/login/undo/:code",
    title: "Get your account back",
    lead: () =>
      "Your account gets the address back to which this link was sent, and you are logged out on all devices. Choose a new password of at least eight characters.",
    fields: passwordFields,
    button: html`<button>Get my account back</button>`,
    check: checkPasswords,
    call: (code, fields) => ({
      method: "POST",
      path: "/auth/account/change/email/undo",
      body: { token: code, password: fields.get("password") ?? "" },
    }),
    done: "Your account has its old address and the new password. All devices are logged out. Log in with your client.",
  },
  {
    path: "/delete/:code",
    title: "Delete your account",
    lead: ({ config }) =>
      `Your account is disabled at once, and deleted ${inDays(config.accounts.deletion_delay_days)}.`,
    button: html`<button class="danger">Delete my account</button>`,
    call: (code) => ({ method: "PUT", path: "/auth/account/delete", body: { token: code } }),
    done: "Your account is disabled, and will be deleted.",
  },
];

function inDays(days: number): string {
  if (days === 0) return "soon";
  return days === 1 ? "a day later" : `${days} days later`;
}

export const accountPages: readonly AccountPage[] = forms.map((form) => ({
  path: form.path,
  show: ({ services }) => formPage(form, services),
  async submit(request) {
    const { services, incoming, params } = request;
    const bytes = await readBytes(incoming.request, services.config.http.body_limit);
    const fields = new URLSearchParams(new TextDecoder().decode(bytes));
    const problem = form.check?.(fields);
    if (problem !== undefined) return { ...formPage(form, services, problem), status: 400 };
    const reply = await callApi(request, form.call(params.code ?? "", fields));
    if (reply.status < 300) return donePage(form);
    const { text, ...retry } = describeRefusal(reply);
    return { ...formPage(form, services, text), status: reply.status, ...retry };
  },
}));

function formPage(
  { title, lead, fields, button }: AccountForm,
  services: Services,
  problem?: string,
): PageContent {
  const alert = problem === undefined ? undefined : html`<p class="note error" role="alert">${problem}</p>\n`;
  const body = html`<h1>${title}</h1>
${alert}<form method="post">
<p>${lead(services)}</p>
${fields}
${button}
</form>`;
  return { title, body };
}

function donePage({ title, done }: AccountForm): PageContent {
  return { title, body: html`<h1>${title}</h1>\n<p class="note done" role="status">${done}</p>` };
}
