/** Longest side of an uploaded photo in pixels. */
const LONGEST_SIDE = 1600;

/** Return a photo as a JPEG data URL, made smaller so that it uploads quickly. Throws if it can't be read. */
export async function dataUrlOf(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL('image/jpeg', 0.85);
}
