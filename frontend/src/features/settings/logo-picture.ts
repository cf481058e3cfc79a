/** A picture from somebody's disk as the server takes it: a PNG or JPEG, small enough to be sent and shown. */

/** The longest side in pixels that the server keeps. */
const LONGEST_SIDE = 1200;
/** The most bytes that the server takes. */
const MOST_BYTES = 200_000;
/** What a browser is asked to open; far more than any logo has. */
const MOST_SOURCE_BYTES = 20_000_000;
const SMALLER = 0.8;
const SMALLEST_SIDE = 64;

/** Why a file cannot become a logo, as a sentence for a person. */
export class NoPicture extends Error {
  override readonly name = 'NoPicture';
}

/** A size that fits into the longest side, with the same shape and at least one pixel. */
export function fitted(
  width: number,
  height: number,
  longest = LONGEST_SIDE,
): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Draws ever smaller until the file is small enough.
 *
 * @param draw makes the picture with a longest side of so many pixels
 */
export async function smallEnough(draw: (longest: number) => Promise<Blob>): Promise<Blob> {
  for (let longest = LONGEST_SIDE; longest >= SMALLEST_SIDE; longest = Math.floor(longest * SMALLER)) {
    const picture = await draw(longest);
    if (picture.size <= MOST_BYTES) return picture;
  }
  throw new NoPicture('This picture could not be made small enough. Try a simpler one.');
}

function opened(file: Blob): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new NoPicture('This file is no picture that your browser can show.'));
    const reader = new FileReader();
    reader.onerror = refuse;
    reader.onload = () => {
      const image = new Image();
      image.onload = () => resolve(image);
      image.onerror = refuse;
      // As a data address, which our pages may show; it also keeps a drawing from loading anything.
      image.src = String(reader.result);
    };
    reader.readAsDataURL(file);
  });
}

function drawn(image: HTMLImageElement, longest: number): Promise<Blob> {
  // A drawing may have no size of its own.
  const { width, height } = fitted(image.naturalWidth || longest, image.naturalHeight || longest, longest);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new NoPicture('This picture could not be read. Try another one.'));
      else resolve(blob);
    }, 'image/png');
  });
}

/**
 * Whatever picture the browser can show, as a PNG or JPEG that the server takes. A small file goes out as it is.
 *
 * Throws NoPicture.
 */
export async function pictureFor(file: File): Promise<Blob> {
  if (file.size > MOST_SOURCE_BYTES) {
    throw new NoPicture('This file is too large: at most 20 MB.');
  }
  const image = await opened(file);
  const taken = file.type === 'image/png' || file.type === 'image/jpeg';
  const small = Math.max(image.naturalWidth, image.naturalHeight) <= LONGEST_SIDE;
  if (taken && small && file.size <= MOST_BYTES) return file;
  return smallEnough((longest) => drawn(image, longest));
}
