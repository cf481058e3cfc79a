import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { faults, open } from '@/testing/render';
import { answer, refuse, signIn } from '@/testing/server';
import { enterInto } from '@/testing/typing';

const hours = { id: 3, title: 'Hours', text: 'We open at 9.' };
const fields = [{ name: 'number', meaning: 'The number of the booking', sample: '#53' }];

function openTab() {
  signIn();
  answer('get', '/api/canned-answers', { items: [hours], fields });
  answer('get', '/api/message-settings', { message: 'Busy.', code: 'unavailable' }, 503);
  answer('get', '/api/calendar-feed', { message: 'Busy.', code: 'unavailable' }, 503);
  return open('/settings?tab=messages');
}

describe('canned answers', () => {
  it('are added with fields, and show the server’s errors', async () => {
    const { user } = openTab();
    await user.click(await screen.findByRole('button', { name: 'Add Answer' }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterInto(user, dialog.getByLabelText('Title'), 'Balance');
    await enterInto(user, dialog.getByLabelText('Text'), 'About ');
    await user.click(dialog.getByRole('button', { name: 'Insert: The number of the booking' }));
    expect(dialog.getByLabelText('Text')).toHaveProperty('value', 'About {number}');
    expect(await faults()).toEqual([]);
    refuse('post', '/api/canned-answers', { text: 'This text has unknown fields.' });
    await user.click(dialog.getByRole('button', { name: 'Save Answer' }));
    expect(await dialog.findByText('This text has unknown fields.')).toBeTruthy();
    const sent = answer('post', '/api/canned-answers', { ...hours, id: 4 }, 201);
    await user.click(dialog.getByRole('button', { name: 'Save Answer' }));
    expect(await screen.findByText('Answer saved')).toBeTruthy();
    expect(sent.bodies).toEqual([{ title: 'Balance', text: 'About {number}' }]);
  });

  it('are deleted after a question', async () => {
    const { user } = openTab();
    await user.click(await screen.findByRole('button', { name: 'Edit Hours' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    const sent = answer('delete', '/api/canned-answers/3', null, 204);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sent.bodies).toHaveLength(1));
    expect(await screen.findByText('Answer deleted')).toBeTruthy();
  });
});
