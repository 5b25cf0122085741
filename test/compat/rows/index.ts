import { clientMessageRows, eventRows } from "./events.ts";
import { limitRows, permissionRows } from "./limits.ts";
import { bodyRows, parameterRows } from "./parameters.ts";
import { resourceRows } from "./resources.ts";
import { messageRouteLines, publicRouteRows, routeLines, rowsOfRoutes } from "./routes.ts";
import type { Section } from "./row.ts";
import { authenticationRows, errorRows, fileRows, ruleRows, versionRows } from "./rules.ts";
import { connectionRows, lifecycleRows } from "./stream.ts";

/** What clients and bots of the protocol rely on, by subject. */
export const sections: readonly Section[] = [
  { title: "Routes without a credential", rows: publicRouteRows },
  { title: "Routes of users, bots, channels and emoji", rows: rowsOfRoutes(routeLines) },
  { title: "Routes of messages", rows: rowsOfRoutes(messageRouteLines) },
  { title: "Parameters", rows: parameterRows },
  { title: "Request bodies", rows: bodyRows },
  { title: "Resources", rows: resourceRows },
  { title: "Rules of routes", rows: ruleRows },
  { title: "Files", rows: fileRows },
  { title: "Authentication", rows: authenticationRows },
  { title: "Permissions", rows: permissionRows },
  { title: "Parameters of the event stream", rows: connectionRows },
  { title: "Connections", rows: lifecycleRows },
  { title: "Messages of clients", rows: clientMessageRows },
  { title: "Events", rows: eventRows },
  { title: "Errors", rows: errorRows },
  { title: "Limits", rows: limitRows },
  { title: "Versions", rows: versionRows },
];
