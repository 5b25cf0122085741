import { createContext, useContext } from "solid-js";
import type { Client } from "./client.ts";
import type { Connection } from "./connection.ts";

const ConnectionContext = createContext<Connection>();
export const ConnectionProvider = ConnectionContext.Provider;

/** The connection of the active account. Only for what is rendered inside the frame. */
export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (!connection) throw new Error("there is no connection outside of the frame");
  return connection;
}

export function useClient(): Client {
  return useConnection().client;
}
