import { resolve } from "node:path";
import { defaultDestination } from "../../../backup/destinations/archive-folder.ts";
import { describeConfig } from "../../../config/describe-config.ts";
import { readSetupFile } from "../../../config/setup-file.ts";
import type { Services } from "../../../declare/services.ts";
import { isInternal } from "../../../platform/network/client-network.ts";
import { maxProxies, type SetupState } from "../model.ts";
import { restart } from "../resources.ts";
import { fixedKeys } from "../rules/settings.ts";
import type { StoredLink } from "../store.ts";

/** What the operator has set already, by the name of its key. */
export function fixedIn({ config }: Services): Map<string, string> {
  const written = readSetupFile(config.data_dir);
  const earlier = written === undefined ? {} : (Bun.TOML.parse(written) as Record<string, unknown>);
  return fixedKeys(describeConfig(config), earlier);
}

/** Whether the page can store keys: the nodes of a cluster have no file in common. */
export const canWrite = ({ config }: Services) => !config.cluster.enabled;

export const canRestart = (services: Services) =>
  canWrite(services) && services.resources.get(restart).isPossible;

/** The state of the setup. Suggests the proxy of the call only if it is on this machine or in a private network. */
export function viewSetup(
  services: Services,
  { expires_at, proxy }: StoredLink & { readonly proxy: string | undefined },
): SetupState {
  const { trusted_proxies } = services.config;
  const suggested = proxy !== undefined && isInternal(proxy) ? [proxy] : [];
  return {
    expires_at: new Date(expires_at).toISOString(),
    fixed: Object.fromEntries(fixedIn(services)),
    // An earlier, unfinished setup may have stored some.
    trusted_proxies: trusted_proxies.length > 0 ? trusted_proxies.slice(0, maxProxies) : suggested,
    backup_folder: resolve(defaultDestination(services.config)),
    writes: canWrite(services),
    restarts: canRestart(services),
  };
}
