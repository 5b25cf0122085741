/** Prints a line on standard error that is no error: on a terminal, `console.error` would print it in red. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
