export interface Leak {
  readonly secret: string;
  readonly line: string;
}

/** As many characters of each secret are looked up, so that a run with many secrets takes no longer. */
const prefixLength = 8;

/** Finds secrets in lines: as they are, as in JSON, and as in an address; in capitals or not. */
export function findLeaks(
  lines: Iterable<string>,
  { secrets, codes = [] }: { readonly secrets: Iterable<string>; readonly codes?: Iterable<string> },
): Leak[] {
  const byPrefix = new Map<string, { secret: string; form: string }[]>();
  for (const secret of secrets)
    for (const form of formsOf(secret)) {
      const prefix = form.slice(0, prefixLength);
      const same = byPrefix.get(prefix);
      if (same) same.push({ secret, form });
      else byPrefix.set(prefix, [{ secret, form }]);
    }
  const shortCodes = new Set(codes);
  const leaks: Leak[] = [];
  for (const line of lines) {
    const text = line.toLowerCase();
    for (let at = 0; at + prefixLength <= text.length; at++) {
      const found = byPrefix
        .get(text.slice(at, at + prefixLength))
        ?.find(({ form }) => text.startsWith(form, at));
      if (found) leaks.push({ secret: found.secret, line });
    }
    // A number without quotation marks is no code.
    for (const [, code = ""] of text.matchAll(/["=/](\d{6})(?=["&/\s\\]|$)/g))
      if (shortCodes.has(code)) leaks.push({ secret: code, line });
  }
  return leaks;
}

function formsOf(secret: string): Set<string> {
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())];
  return new Set(forms.map((form) => form.toLowerCase()));
}
