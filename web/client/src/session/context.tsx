import { createStrictContext } from "@ui/strict-context.ts";
import type { Connection } from "./connection.ts";

/** The connection of the active account. Only for what is rendered inside the frame. */
export const [ConnectionProvider, useConnection] = createStrictContext<Connection>(
  "there is no connection outside of the frame",
);

export const useClient = () => useConnection().client;
