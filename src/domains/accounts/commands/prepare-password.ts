import { CommandError } from "../../../declare/command.ts";
import type { Services } from "../../../declare/services.ts";
import { randomToken } from "../../../platform/ids/ids.ts";
import { hashPassword } from "../../../platform/secrets/passwords.ts";
import { passwordProblem } from "../rules/password.ts";

/** The password that an operator chose for somebody, or a generated one. */
export async function preparePassword(chosen: string | undefined, { config }: Services) {
  const password = chosen ?? randomToken(32);
  const problem = passwordProblem(password);
  if (problem)
    throw new CommandError(
      problem === "ShortPassword"
        ? "the password is too short"
        : "the password is in the list of leaked passwords",
    );
  return { password, passwordHash: await hashPassword(password, config.passwords) };
}
