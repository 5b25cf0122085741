import { refuse } from "../dev/read-options.ts";
import { stopPostgres } from "../test/support/postgres/postgres.ts";
import { benchCluster } from "./cluster.ts";
import { benchFiles } from "./files.ts";
import { benchGateway } from "./gateway.ts";
import { benchHostileConnects } from "./hostile-connects.ts";
import { benchHttp } from "./http.ts";
import { benchImport } from "./import.ts";
import { benchLogin } from "./login.ts";
import { benchMessages } from "./messages.ts";
import { benchPermissions } from "./permissions.ts";
import { benchServers } from "./servers.ts";
import { benchStartup } from "./startup.ts";
import { benchUsers } from "./users.ts";
import { benchWeb } from "./web.ts";

/** Some have parts that can run alone: `messages:sending`. */
const benches: Record<string, (part?: string) => Promise<void>> = {
  startup: benchStartup,
  http: benchHttp,
  login: benchLogin,
  gateway: benchGateway,
  files: benchFiles,
  permissions: benchPermissions,
  servers: benchServers,
  "hostile-connects": benchHostileConnects,
  messages: benchMessages,
  users: (part) => benchUsers(part),
  // Loaded only here, because its import builds LiveKit.
  voice: async (part) => (await import("./voice.ts")).benchVoice(part),
  web: benchWeb,
  cluster: benchCluster,
  import: benchImport,
};

const selected = process.argv.slice(2);
for (const selector of selected.length > 0 ? selected : Object.keys(benches)) {
  const [name = "", part] = selector.split(":");
  const bench = benches[name];
  if (!bench) refuse(`There is no benchmark ${name}, only ${Object.keys(benches).join(", ")}.`);
  if (part !== undefined && bench.length === 0) refuse(`${name} has no parts.`);
  await bench(part);
}
// It starts with the import, whether or not a selected benchmark uses it.
await stopPostgres();
