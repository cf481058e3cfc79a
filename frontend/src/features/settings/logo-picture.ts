/** Converts a chosen image to a PNG or JPEG within the server's limits. */

/** Longest side in pixels that the server stores. */
const LONGEST_SIDE = 1200;
/** Maximum bytes that the server accepts. */
const MOST_BYTES = 200_000;
/** Maximum bytes that the browser is asked to open; far larger than any logo. */
const MOST_SOURCE_BYTES = 20_000_000;
const SMALLER = 0.8;
const SMALLEST_SIDE = 64;

/** Thrown if a file can't be used as a logo; the message is shown to the user. */
export class NoPicture extends Error {
  override readonly name = 'NoPicture';
}

/** Scale a size to fit the longest side, keeping its proportions and at least one pixel. */
export function fitted(
  width: number,
  height: number,
  longest = LONGEST_SIDE,
): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Draw smaller and smaller versions until the file is small enough.
 *
 * @param draw draws the picture with the given longest side in pixels
 */
export async function smallEnough(draw: (longest: number) => Promise<Blob>): Promise<Blob> {
  for (let longest = LONGEST_SIDE; longest >= SMALLEST_SIDE; longest = Math.floor(longest * SMALLER)) {
    const picture = await draw(longest);
    if (picture.size <= MOST_BYTES) return picture;
  }
  throw new NoPicture("We couldn't make this image small enough. Try a simpler one.");
}

function opened(file: Blob): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new NoPicture("Your browser can't open this file as an image."));
    const reader = new FileReader();
    reader.onerror = refuse;
    reader.onload = () => {
      const image = new Image();
      image.onload = () => resolve(image);
      image.onerror = refuse;
      // Loaded as a data URL, which the content security policy allows; it also keeps an SVG from loading
      // external files.
      image.src = String(reader.result);
    };
    reader.readAsDataURL(file);
  });
}

function drawn(image: HTMLImageElement, longest: number): Promise<Blob> {
  // An SVG may have no intrinsic size.
  const { width, height } = fitted(image.naturalWidth || longest, image.naturalHeight || longest, longest);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new NoPicture("We couldn't read this image. Try another one."));
      else resolve(blob);
    }, 'image/png');
  });
}

/**
 * Convert any image that the browser can open to a PNG or JPEG that the server accepts. Small files stay
 * unchanged.
 *
 * Throws NoPicture.
 */
export async function pictureFor(file: File): Promise<Blob> {
  if (file.size > MOST_SOURCE_BYTES) {
    throw new NoPicture('This file is too large. The limit is 20 MB.');
  }
  const image = await opened(file);
  const taken = file.type === 'image/png' || file.type === 'image/jpeg';
  const small = Math.max(image.naturalWidth, image.naturalHeight) <= LONGEST_SIDE;
  if (taken && small && file.size <= MOST_BYTES) return file;
  return smallEnough((longest) => drawn(image, longest));
}
