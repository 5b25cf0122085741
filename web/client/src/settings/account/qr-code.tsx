import { createResource, Show } from "solid-js";
import qrCode from "./qr-code.module.css";

/** A text as a QR code, drawn as one path. The library is loaded when it is needed. */
export function QrCode(props: { readonly text: string; readonly label: string }) {
  const [code] = createResource(
    () => props.text,
    async (text) => (await import("uqr")).encode(text, { ecc: "M", border: 2 }),
  );
  return (
    <div class={qrCode.code}>
      <Show when={code.state === "ready" && code()}>
        {(found) => (
          <svg viewBox={`0 0 ${found().size} ${found().size}`} role="img" aria-label={props.label}>
            <path d={pathOf(found().data)} fill="currentColor" shape-rendering="crispEdges" />
          </svg>
        )}
      </Show>
    </div>
  );
}

/** A square for every dark module. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
}
