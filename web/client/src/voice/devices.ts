import { createSignal, onCleanup } from "solid-js";
import { chosenDevices, setChosenDevices } from "../preferences/preferences.ts";

export const deviceKinds = ["audioinput", "audiooutput", "videoinput"] as const;
export type DeviceKind = (typeof deviceKinds)[number];
/** The ids of the devices that the user has chosen; the browser's choice where there is none. */
export type ChosenDevices = Readonly<Partial<Record<DeviceKind, string>>>;

/** Stands for the device that the browser chooses, as most browsers call it. */
export const browsersChoice = "default";

export function chooseDevice(kind: DeviceKind, id: string | undefined): void {
  const { [kind]: _, ...others } = chosenDevices();
  setChosenDevices(id === undefined ? others : { ...others, [kind]: id });
}

/** Asks the browser for a device; `undefined` for its own choice. One that is gone is replaced by that. */
export const preferredDevice = (id: string | undefined) =>
  id === undefined ? undefined : { deviceId: { ideal: id } };

/** The ids of the devices that are there now, as far as the browser tells. */
export async function presentDevices(): Promise<ReadonlySet<string>> {
  return new Set((await listDevices()).map(({ deviceId }) => deviceId));
}

async function listDevices(): Promise<readonly MediaDeviceInfo[]> {
  // Pages that are not secure have no devices.
  const media = navigator.mediaDevices as MediaDevices | undefined;
  try {
    return (await media?.enumerateDevices()) ?? [];
  } catch {
    return [];
  }
}

/** Whether the browser lets a page choose where its sound comes out. */
export const canChooseSpeaker = "setSinkId" in HTMLMediaElement.prototype;

/** The devices of this machine, as they come and go. Their names are hidden until the user has allowed one of them. */
export function createDeviceList() {
  const [devices, setDevices] = createSignal<readonly MediaDeviceInfo[]>([]);
  const media = navigator.mediaDevices as MediaDevices | undefined;
  const refresh = async () => void setDevices(await listDevices());
  void refresh();
  media?.addEventListener("devicechange", refresh);
  onCleanup(() => media?.removeEventListener("devicechange", refresh));
  return { devices, refresh };
}

/** Tells the ids of devices that are plugged in. */
export function onPlugIn(use: (ids: ReadonlySet<string>) => void): void {
  let present: ReadonlySet<string> = new Set();
  const compare = async () => {
    const before = present;
    present = await presentDevices();
    return new Set([...present].filter((id) => !before.has(id)));
  };
  void compare();
  const media = navigator.mediaDevices as MediaDevices | undefined;
  const onChange = async () => use(await compare());
  media?.addEventListener("devicechange", onChange);
  onCleanup(() => media?.removeEventListener("devicechange", onChange));
}
