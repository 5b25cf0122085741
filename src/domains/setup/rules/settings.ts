import { isDeepStrictEqual } from "node:util";
import type { Config } from "../../../config/schema.ts";
import type { SetupSettings } from "../../../config/setup-file.ts";
import { FixedKeys, type SetupCompletion } from "../model.ts";

type AskedKey = keyof typeof FixedKeys.properties;
const askedKeys: readonly string[] = Object.keys(FixedKeys.properties);

/** How often backups are made to the folder that somebody chose. */
const backupEvery = "1d";

interface Made {
  /** The server of the community, if one was made. */
  readonly server: string | undefined;
  /** Keys that are set elsewhere, where what is written here would not count. */
  readonly fixed: ReadonlySet<string>;
}

/** What the page has asked for, as keys of the configuration. */
export function settingsOf(
  {
    public_url,
    trusted_proxies = [],
    registration,
    mail,
    voice,
    backup_folder,
  }: Omit<SetupCompletion, "email" | "password">,
  { server, fixed }: Made,
): SetupSettings {
  const isFree = (key: AskedKey) => !fixed.has(key);
  return {
    ...(public_url && isFree("public_url") && { public_url }),
    ...(trusted_proxies.length > 0 && isFree("trusted_proxies") && { trusted_proxies }),
    ...(registration && isFree("registration") && { registration }),
    ...(server !== undefined && { community: { server } }),
    ...(mail && isFree("smtp.host") && { smtp: { ...mail } }),
    ...(voice === false && isFree("voice.mode") && { voice: { mode: "off" } }),
    ...(backup_folder && isFree("backup.to") && { backup: { to: backup_folder, every: backupEvery } }),
  };
}

/** The same without what nobody but the server should read. */
export function withoutSecrets({ smtp, ...settings }: SetupSettings): SetupSettings {
  return typeof smtp === "object" ? { ...settings, smtp: { ...smtp, password: "…" } } : settings;
}

type Value = Config["public_url"];

/**
 * The asked keys that have a value which is neither the default nor the one of an earlier setup: the operator has set
 * them.
 */
export function fixedKeys(
  described: readonly { readonly key: string; readonly value?: unknown; readonly isDefault: boolean }[],
  earlier: Readonly<Record<string, unknown>>,
): Map<string, Value> {
  const before = (key: string) =>
    key
      .split(".")
      .reduce<unknown>((table, name) => (table as Record<string, unknown> | undefined)?.[name], earlier);
  const asked = described.filter(({ key }) => askedKeys.includes(key));
  return new Map(
    asked
      .filter(({ key, value, isDefault }) => !isDefault && !isDeepStrictEqual(value, before(key)))
      .map(({ key, value }) => [key, String(value)]),
  );
}
