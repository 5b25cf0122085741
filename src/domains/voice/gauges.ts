import { gauge } from "../../declare/gauge.ts";
import type { VoiceTables } from "./tables.ts";

export const voiceGauges = [
  gauge({
    name: "ermine_voice_calls",
    help: "Calls with somebody in them, on all nodes.",
    async read(db) {
      const row = await db
        .sql<VoiceTables>()
        .selectFrom("voice_states")
        .select((eb) => eb.fn.count<number>("channel_id").distinct().as("calls"))
        .executeTakeFirst();
      return Number(row?.calls ?? 0);
    },
  }),
  gauge({
    name: "ermine_voice_participants",
    help: "People in calls, on all nodes.",
    async read(db) {
      const row = await db
        .sql<VoiceTables>()
        .selectFrom("voice_states")
        .select((eb) => eb.fn.countAll<number>().as("participants"))
        .executeTakeFirst();
      return Number(row?.participants ?? 0);
    },
  }),
];
