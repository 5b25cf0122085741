/** What the text of a message can consist of. Whatever is not listed here cannot be shown. */
export type Inline =
  | { readonly type: "text"; readonly value: string }
  | { readonly type: "strong" | "emphasis" | "delete" | "spoiler"; readonly children: readonly Inline[] }
  | { readonly type: "code"; readonly value: string }
  | { readonly type: "math"; readonly value: string; readonly isBlock: boolean }
  | {
      readonly type: "link";
      readonly url: string;
      readonly children: readonly Inline[];
      /** Where it leads, if the text does not say it. */
      readonly leadsTo?: string;
    }
  /** The box at the start of an item of a list. */
  | { readonly type: "task"; readonly isDone: boolean }
  | { readonly type: "user" | "role" | "channel" | "customEmoji"; readonly id: string }
  | { readonly type: "everyone"; readonly value: string }
  | { readonly type: "shortName"; readonly name: string }
  | { readonly type: "timestamp"; readonly seconds: number; readonly style: TimestampStyle };

export type Block =
  | { readonly type: "paragraph"; readonly children: readonly Inline[] }
  | { readonly type: "heading"; readonly level: number; readonly children: readonly Inline[] }
  | { readonly type: "quote"; readonly children: readonly Block[] }
  | { readonly type: "list"; readonly start?: number; readonly items: readonly (readonly Block[])[] }
  | { readonly type: "codeBlock"; readonly language?: string; readonly value: string }
  | {
      readonly type: "table";
      readonly rows: readonly (readonly (readonly Inline[])[])[];
      /** Of each column, if any has one. */
      readonly alignment?: readonly ("left" | "center" | "right" | undefined)[];
    }
  | { readonly type: "rule" };

/** How a moment is written: short or long time, date, both, or the distance from now. */
export type TimestampStyle = "t" | "T" | "d" | "D" | "f" | "F" | "R";
