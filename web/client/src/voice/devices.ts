import { createSignal, onCleanup } from "solid-js";

export const deviceKinds = ["audioinput", "audiooutput", "videoinput"] as const;
export type DeviceKind = (typeof deviceKinds)[number];
/** The ids of the devices that the user has chosen; the browser's choice where there is none. */
export type ChosenDevices = Readonly<Partial<Record<DeviceKind, string>>>;

const key = "voice-devices";
const [chosen, setChosen] = createSignal(read());

export { chosen as chosenDevices };

export function chooseDevice(kind: DeviceKind, id: string | undefined): void {
  const next = { ...chosen(), [kind]: id };
  setChosen(next);
  localStorage.setItem(key, JSON.stringify(next));
}

function read(): ChosenDevices {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    const entries = Object.entries(stored as object).filter(([, value]) => typeof value === "string");
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

/** Whether the browser lets a page choose where its sound comes out. */
export const canChooseSpeaker = "setSinkId" in HTMLMediaElement.prototype;

/** The devices of this machine, as they come and go. Their names are hidden until the user has allowed one of them. */
export function createDeviceList() {
  const [devices, setDevices] = createSignal<readonly MediaDeviceInfo[]>([]);
  // Pages that are not secure have no devices.
  const media = navigator.mediaDevices as MediaDevices | undefined;
  const refresh = async () => {
    try {
      setDevices((await media?.enumerateDevices()) ?? []);
    } catch {
      setDevices([]);
    }
  };
  void refresh();
  media?.addEventListener("devicechange", refresh);
  onCleanup(() => media?.removeEventListener("devicechange", refresh));
  return { devices, refresh };
}
