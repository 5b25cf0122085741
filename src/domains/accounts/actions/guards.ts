import { createHash } from "node:crypto";
import type { Static } from "typebox";
import type { ErrorName, Fail } from "../../../declare/error.ts";
import type { Services } from "../../../declare/services.ts";
import type { EmailRequestBody } from "../model.ts";
import { isEmail, mailDomain, normaliseDomain } from "../rules/email.ts";
import { passwordProblem } from "../rules/password.ts";

const timeoutMs = 5_000;

export type AddressError = "IncorrectData" | "DisallowedContactSupport";
export type PasswordError = "ShortPassword" | "CompromisedPassword";
export type EmailRequest = Static<typeof EmailRequestBody>;

/** For checks that run before any account is read. Some call a service of the operator's choice. */
interface GuardContext<E extends ErrorName> {
  readonly services: Services;
  readonly fail: Fail<E>;
}

export async function checkCaptcha(
  { services, fail }: GuardContext<"CaptchaFailed">,
  response: string | undefined,
): Promise<void> {
  const { secret, site_key, verify_url } = services.config.captcha;
  if (secret === "") return;
  if (!response) throw fail("CaptchaFailed");
  const form = new URLSearchParams({ secret, sitekey: site_key, response });
  const verdict = await fetchVerdict(services, verify_url, { method: "POST", body: form });
  if (verdict?.success !== true) throw fail("CaptchaFailed");
}

export async function checkShield(
  { services, fail }: GuardContext<"BlockedByShield">,
  registrant: { email: string; ip: string },
): Promise<void> {
  const { shield_url, shield_key } = services.config.accounts;
  if (shield_url === "") return;
  const verdict = await fetchVerdict(services, shield_url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${shield_key}` },
    body: JSON.stringify(registrant),
  });
  // Registration stays open while the filter is down.
  if (verdict?.blocked === true) throw fail("BlockedByShield");
}

export function checkEmail({ services, fail }: GuardContext<AddressError>, email: string): void {
  if (!isEmail(email)) throw fail("IncorrectData", { with: "email" });
  const { blocked_mail_domains, blocked_mail_note } = services.config.accounts;
  const domain = mailDomain(email);
  if (blocked_mail_domains.some((blocked) => normaliseDomain(blocked) === domain)) {
    throw fail("DisallowedContactSupport", { note: blocked_mail_note });
  }
}

/** For what one does with a password and without a session. */
export function requirePasswordLogin({ services, fail }: GuardContext<"FeatureDisabled">): void {
  if (services.config.accounts.password_login === "off")
    throw fail("FeatureDisabled", { feature: "password_login" });
}

export async function checkPassword(
  { services, fail }: GuardContext<PasswordError>,
  password: string,
): Promise<void> {
  const problem = await findPasswordProblem(services, password);
  if (problem) throw fail(problem);
}

async function findPasswordProblem(services: Services, password: string): Promise<PasswordError | undefined> {
  const problem = passwordProblem(password);
  const { breach_check_url } = services.config.accounts;
  if (problem === "ShortPassword" || breach_check_url === "") return problem;
  const digest = createHash("sha1").update(password).digest("hex").toUpperCase();
  const verdict = await fetchVerdict(services, `${breach_check_url}/${digest}`, {});
  return verdict?.secure === true ? undefined : problem;
}

/** Undefined if the service gives no usable reply in time. */
async function fetchVerdict(
  services: Services,
  url: string,
  request: RequestInit,
): Promise<Record<string, unknown> | undefined> {
  try {
    const response = await fetch(url, {
      ...request,
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
    return (await response.json()) as Record<string, unknown>;
  } catch (error) {
    services.log.warn(
      { host: new URL(url).host, reason: String(error) },
      "a captcha, abuse or breach check service did not answer",
    );
    return undefined;
  }
}
