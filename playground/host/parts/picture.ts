// A picture that floats above the cells of a sheet. Its own size is read from the file, as Excel does.
export interface Picture {
  readonly id: string;
  readonly sheetId: string;
  /** A PNG file in Base64. */
  readonly image: string;
  name: string;
  description: string;
  /** In points. */
  left: number;
  top: number;
  width: number;
  height: number;
  lockAspectRatio: boolean;
  placement: string;
}

const pointsPerPixel = 3 / 4;

/** Undefined where the file is no PNG: the simulated Excel takes no other. */
export function newPicture(sheetId: string, image: string, name: string): Picture | undefined {
  let file: Uint8Array;
  try {
    file = Uint8Array.from(atob(image), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
  if (file.length < 24 || String.fromCharCode(...file.slice(1, 4)) !== 'PNG') return undefined;
  const header = new DataView(file.buffer);
  return {
    id: crypto.randomUUID(),
    sheetId,
    image,
    name,
    description: '',
    left: 0,
    top: 0,
    width: header.getUint32(16) * pointsPerPixel,
    height: header.getUint32(20) * pointsPerPixel,
    lockAspectRatio: true,
    placement: 'TwoCell',
  };
}
