import { type Command, CommandError } from "../../../declare/command.ts";
import { createSetupCode, describeTunnel, setupPages } from "../actions/setup-link.ts";

export const setupLinkCommand: Command = {
  words: ["setup", "link"],
  args: [],
  doc: "Print a new one-time link to the setup page, which works for an hour, once, and while nobody is an operator.",
  run: ({ services, write }) =>
    write(async (tx) => {
      const { enabled, dir } = services.config.web;
      if (!enabled || dir !== "")
        throw new CommandError(
          "the setup page is a part of the web client, which is off. `ermine admin create EMAIL` makes an operator.",
        );
      const code = await createSetupCode(tx);
      if (code === undefined)
        throw new CommandError(
          "there is an operator already. `ermine admin create EMAIL` makes another one.",
        );
      const rows = setupPages(services).map((page) => ({ link: `${page}#${code}` }));
      const note = describeTunnel(services);
      return note === undefined ? rows : { rows, note };
    }),
};
