/** How the audit of dependencies ends. */
export const auditExit = { clean: 0, vulnerable: 1, notChecked: 2 };

interface ReleaseCheck {
  /** Runs a command and returns its exit code. */
  readonly audit: () => Promise<number>;
  readonly prove: () => Promise<number>;
  readonly log: (line: string) => void;
}

/** Audits first, as that takes seconds. A release whose dependencies could not be checked is not good: the code is then 2. */
export async function checkRelease({ audit, prove, log }: ReleaseCheck): Promise<number> {
  const audited = await audit();
  if (audited !== auditExit.clean && audited !== auditExit.notChecked) {
    log("Dependencies are vulnerable: nothing else was checked.");
    return auditExit.vulnerable;
  }
  const proved = await prove();
  if (proved !== 0) return auditExit.vulnerable;
  if (audited === auditExit.notChecked)
    log(
      "The packages are good, but their dependencies were NOT CHECKED for known vulnerabilities; see the top.",
    );
  return audited;
}
