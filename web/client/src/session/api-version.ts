/** Whether a version of the API is another one or later. Unknown versions count as early. */
export function isAtLeast(version: string | undefined, wanted: string): boolean {
  const [has, needs] = [parts(version ?? ""), parts(wanted)];
  for (const [at, need] of needs.entries()) {
    const part = has[at] ?? 0;
    if (part !== need) return part > need;
  }
  return true;
}

function parts(version: string): number[] {
  return version.split(".").map((part) => Number.parseInt(part, 10) || 0);
}
