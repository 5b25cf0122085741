import { access } from "./access.ts";
import { common } from "./common.ts";
import { errors } from "./errors.ts";
import { lists } from "./lists.ts";
import { overview } from "./overview.ts";
import { people } from "./people.ts";
import { reports } from "./reports.ts";
import { servers } from "./servers.ts";

export const en = { access, common, errors, ...lists, overview, people, reports, servers };
