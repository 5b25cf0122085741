import { resolve } from "node:path";
import { describeUrl } from "../config/describe-url.ts";
import { describeUnknownVariable, type LoadedConfig, loadConfig } from "../config/load.ts";
import { note } from "./note.ts";

/** Loads the configuration for a command, and says on standard error which one it is and which data it names. */
export function loadNamedConfig(): LoadedConfig {
  const loaded = loadConfig();
  const { config, source, unknownVariables } = loaded;
  const database = config.database_url === "" ? "" : `, database ${describeUrl(config.database_url)}`;
  const from = source === "defaults" ? "no configuration file" : `configuration ${resolve(source)}`;
  note(`Using data directory ${resolve(config.data_dir)}${database}, ${from}`);
  for (const name of unknownVariables) note(describeUnknownVariable(name));
  return loaded;
}
