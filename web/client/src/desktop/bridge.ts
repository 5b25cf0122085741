/**
 * What the desktop shell gives a page that browsers do not. It also has the unread count of the page's icon, which is an
 * interface of browsers.
 */
export interface DesktopBridge {
  /**
   * Listens to a key wherever the focus is, or no longer with `null`; answers whether it does. Keys that write are never
   * taken from other programs.
   */
  holdKey(code: string | null): Promise<boolean>;
  notify(notification: {
    readonly title: string;
    readonly body: string;
    readonly path: string;
  }): Promise<void>;
}

declare global {
  interface Window {
    readonly ermineDesktop?: DesktopBridge;
  }
  interface WindowEventMap {
    /** Whether the key is held. */
    "ermine-hold-key": CustomEvent<boolean>;
    /** The path of a notification that was clicked. */
    "ermine-open": CustomEvent<string>;
  }
}

export const desktop = (): DesktopBridge | undefined => window.ermineDesktop;
