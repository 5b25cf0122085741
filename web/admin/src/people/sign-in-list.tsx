import { describeLocation } from "@ui/describe-location.ts";
import { type Column, Table } from "@ui/table.tsx";
import { Show } from "solid-js";
import { decodeTime } from "ulid";
import type { AdminSignIn, AdminUserDetails } from "../api/types.ts";
import styles from "../components/page.module.css";
import { Section } from "../components/page.tsx";
import { Moment } from "../components/values.tsx";
import { t } from "../i18n/i18n.ts";

/** When, how and on which device somebody signed in. */
export function SignInList(props: { readonly details: AdminUserDetails }) {
  const words = () => t().people;
  const wayOf = ({ method, provider, second_factor }: AdminSignIn) =>
    [provider ?? words().signInMethods[method], second_factor && words().signInFactors[second_factor]]
      .filter(Boolean)
      .join(" + ");
  const outcomeOf = ({ outcome, new_device }: AdminSignIn) =>
    new_device ? words().newDevice : words().signInOutcomes[outcome];
  const columns = (): Column<AdminSignIn>[] => [
    {
      id: "at",
      label: words().signedInAt,
      cell: ({ _id }) => <Moment at={new Date(decodeTime(_id)).toISOString()} />,
    },
    { id: "device", label: words().device, cell: ({ device }) => device },
    {
      id: "address",
      label: words().address,
      cell: ({ location, address }) =>
        [location && describeLocation(location), address].filter(Boolean).join(" · ") || "–",
    },
    { id: "method", label: words().signInMethod, cell: wayOf },
    { id: "outcome", label: words().signInOutcome, cell: outcomeOf },
  ];
  return (
    <Section title={words().signIns}>
      <Show
        when={props.details.sign_ins.length > 0}
        fallback={<p class={styles.small}>{words().noSignIns}</p>}
      >
        <div class={styles.panel}>
          <Table
            label={words().signIns}
            columns={columns()}
            rows={props.details.sign_ins}
            keyOf={({ _id }) => _id}
          />
        </div>
      </Show>
    </Section>
  );
}
