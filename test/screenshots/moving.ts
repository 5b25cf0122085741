import type { ImportedHistory, ServerExport } from "../../web/protocol/types.ts";
import { answering, type Demo, german, type Shot } from "./pages.ts";

const requested = { requested_at: "2026-11-12T17:20:00.000Z", messages: 0, files: 0 };
const archives: ServerExport[] = [
  { ...requested, state: "waiting" },
  { ...requested, state: "running", messages: 184_220, files: 3_107 },
  {
    ...requested,
    state: "ready",
    messages: 412_903,
    files: 7_344,
    size: 9_412_608_000,
    expires_at: "2026-11-19T17:41:00.000Z",
    download: "/exports/server/token",
  },
  { ...requested, state: "failed", messages: 184_220, files: 3_107 },
];
const history: ImportedHistory = {
  _id: "01JD0000000000000000000001",
  name: "Inès with the long binoculars",
  source: "discord",
  messages: 12_345,
  expires: "2026-11-19T17:41:00.000Z",
};

/** Archives of a server in their states, and the claim of an imported history, in both languages. */
export function movingShots({ place, people: { ines: as }, operator }: Demo): Shot[] {
  const shots: Shot[] = [
    {
      name: "claim",
      path: "/claim#token",
      as,
      prepare: (page) => answering(page, { "/claims/view": history }),
    },
    ...archives.flatMap((archive): Shot[] => [
      {
        name: `archive-${archive.state}`,
        path: `/server/${place.id}/settings/archive`,
        as,
        prepare: (page) => answering(page, { "/servers/*/export": archive }),
      },
      {
        name: `admin-archive-${archive.state}`,
        path: `/servers/${place.id}`,
        operator,
        async prepare(page) {
          await answering(page, { "/admin/servers/*/export": archive });
          // A page that has just loaded goes back to its top.
          await page.waitForLoadState("networkidle");
          await page
            .getByRole("heading", { name: /archiv/i })
            .first()
            .evaluate((heading: { readonly scrollIntoView: () => void }) => heading.scrollIntoView());
        },
      },
    ]),
  ];
  return shots.flatMap((shot) => [
    shot,
    {
      ...shot,
      name: `${shot.name}-de`,
      async prepare(page, width) {
        await german(page);
        await shot.prepare?.(page, width);
      },
    },
  ]);
}
