/** Links that start a message with its text filled in. */

/** Link that starts a text message; the phone asks for the recipient. */
export const newTextHref = (words: string) => `sms:?body=${encodeURIComponent(words)}`;

/** Link that starts an email with a subject and text. Without an address, the mail program asks for the recipient. */
export const newEmailHref = (email: string, subject: string, text: string) =>
  `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replace(/\n/g, '\r\n'))}`;
