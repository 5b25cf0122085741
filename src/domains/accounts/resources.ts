import { resource } from "../../declare/resource.ts";
import { DecoyHash } from "../../platform/secrets/passwords.ts";

export const decoyHash = resource({
  name: "decoy password hash",
  open: ({ config }) => new DecoyHash(config.passwords),
});
