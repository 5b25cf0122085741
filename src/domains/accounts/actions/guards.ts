import { createHash } from "node:crypto";
import type { ErrorName, Fail } from "../../../protocol/error.ts";
import type { Services } from "../../../store/services.ts";
import { isEmail, mailDomain, sameDomain } from "../rules/email.ts";
import { passwordProblem } from "../rules/password.ts";

const patience = 5_000;

/** Checks that a route makes before it looks at any account. The services asked are the operator's own choice. */
interface Asked<E extends ErrorName> {
  readonly services: Services;
  readonly fail: Fail<E>;
}

export async function checkCaptcha(
  { services, fail }: Asked<"CaptchaFailed">,
  answer: string | undefined,
): Promise<void> {
  const { secret, site_key, verify_url } = services.config.captcha;
  if (secret === "") return;
  if (!answer) throw fail("CaptchaFailed");
  const form = new URLSearchParams({ secret, sitekey: site_key, response: answer });
  const verdict = await ask(services, verify_url, { method: "POST", body: form });
  if (verdict?.success !== true) throw fail("CaptchaFailed");
}

export async function checkShield(
  { services, fail }: Asked<"BlockedByShield">,
  person: { email: string; ip: string },
): Promise<void> {
  const { shield_url, shield_key } = services.config.accounts;
  if (shield_url === "") return;
  const verdict = await ask(services, shield_url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${shield_key}` },
    body: JSON.stringify(person),
  });
  // A filter that is down must not close the door on everybody.
  if (verdict?.blocked === true) throw fail("BlockedByShield");
}

export function checkEmail(
  { services, fail }: Asked<"IncorrectData" | "DisallowedContactSupport">,
  email: string,
): void {
  if (!isEmail(email)) throw fail("IncorrectData", { with: "email" });
  const { blocked_mail_domains, blocked_mail_note } = services.config.accounts;
  const domain = mailDomain(email);
  if (blocked_mail_domains.some((blocked) => sameDomain(blocked) === domain)) {
    throw fail("DisallowedContactSupport", { note: blocked_mail_note });
  }
}

type PasswordError = "ShortPassword" | "CompromisedPassword";

export async function checkPassword(
  { services, fail }: Asked<PasswordError>,
  password: string,
): Promise<void> {
  const problem = await findPasswordProblem(services, password);
  if (problem) throw fail(problem);
}

export async function findPasswordProblem(
  services: Services,
  password: string,
): Promise<PasswordError | undefined> {
  const problem = passwordProblem(password);
  const { breach_check_url } = services.config.accounts;
  if (problem === "ShortPassword" || breach_check_url === "") return problem;
  const digest = createHash("sha1").update(password).digest("hex").toUpperCase();
  const verdict = await ask(services, `${breach_check_url}/${digest}`, {});
  return verdict?.secure === true ? undefined : problem;
}

async function ask(
  services: Services,
  url: string,
  request: RequestInit,
): Promise<Record<string, unknown> | undefined> {
  try {
    const response = await fetch(url, {
      ...request,
      signal: AbortSignal.timeout(patience),
      redirect: "error",
    });
    return (await response.json()) as Record<string, unknown>;
  } catch (error) {
    services.log.warn(
      { host: new URL(url).host, reason: String(error) },
      "a service that guards accounts did not answer",
    );
    return undefined;
  }
}
