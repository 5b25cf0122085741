/** What one check found. */
export interface Finding {
  readonly check: string;
  readonly state: "ok" | "warning" | "failure";
  readonly text: string;
  /** What the operator can do about it. */
  readonly advice?: string;
}

export const ok = (check: string, text: string): Finding => ({ check, state: "ok", text });

export const warning = (check: string, text: string, advice: string): Finding => ({
  check,
  state: "warning",
  text,
  advice,
});

export const failure = (check: string, problem: unknown, advice: string): Finding => ({
  check,
  state: "failure",
  text: problem instanceof Error ? problem.message || String(problem) : String(problem),
  advice,
});

/** The finding of a check that fails by throwing. */
export async function attempt(check: string, advice: string, work: () => Promise<Finding>): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    return failure(check, error, advice);
  }
}
