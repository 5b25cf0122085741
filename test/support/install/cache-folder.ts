import { homedir } from "node:os";
import { join } from "node:path";

/** Keeps what takes long to install or to build, for all clones of the repository on this machine. */
export const cacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "ermine");
