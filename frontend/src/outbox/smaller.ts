import { photoCanvas } from '@/lib/photo-canvas';

/** Convert a photo to a JPEG small enough for the outbox. */
export async function smaller(file: Blob): Promise<Blob> {
  const canvas = await photoCanvas(file);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)),
      'image/jpeg',
      0.8,
    );
  });
}
