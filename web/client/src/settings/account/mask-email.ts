/** An address as it may be shown on a screen that others see. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return "•••";
  const [first = ""] = email;
  return `${first}•••${email.slice(at)}`;
}
