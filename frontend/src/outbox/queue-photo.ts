import { sendAll } from './outbox';
import { smaller } from './smaller';
import { addToOutbox } from './store';

/**
 * Store the photo of a saved repair on this device and send it as soon as possible, so that a slow or rejected
 * upload loses nothing. Returns a message if it couldn't be stored.
 */
export async function queuePhoto(
  person: number,
  repairId: number,
  title: string,
  picture: Blob,
): Promise<string | null> {
  try {
    // The server explains why a file is not a supported image.
    const photo = await smaller(picture).catch(() => picture);
    await addToOutbox({ person, bookingId: null, title, repairId, photo, refused: null });
  } catch {
    return "The photo couldn't be stored on this device. Add it in Repairs and Losses.";
  }
  // What could not be sent waits, and is shown in Repairs and Losses.
  sendAll(person).catch(() => undefined);
  return null;
}
