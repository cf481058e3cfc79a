/** Sending the form from a frame that its page keeps in a sandbox without `allow-forms`. */

/**
 * There the browser drops a submission before it tells the page of it. The form never submits to an address, it
 * sends by a call; so a press of its button is turned into the event that would have come. Enter in a field presses the
 * button too. Answers how to stop.
 */
export function submitInSandboxes(page: Document): () => void {
  const onClick = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button?.type !== 'submit' || button.form === null || event.defaultPrevented) return;
    event.preventDefault();
    const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: button });
    button.form.dispatchEvent(submit);
  };
  page.addEventListener('click', onClick);
  return () => page.removeEventListener('click', onClick);
}
