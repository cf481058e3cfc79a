import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ContractTemplate } from '@/api/contract-template';
import { searchParts } from '@/api/settings-parts';
import { open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { ada, answer, crew, refuse, signIn } from '@/testing/server';
import { enterInto } from '@/testing/typing';

const template = sample<ContractTemplate>({
  version: 1,
  sections: [
    { title: 'Care', text: 'Keep the letters dry.' },
    { title: 'Waiver', text: 'The waiver covers {total}.', when: 'waiver' },
  ],
  signature: 'never',
  countersign: 'automatic',
  initials: [1],
  waitBeforeConfirming: false,
  reminderDays: 3,
});

const save = () => screen.getByRole('button', { name: 'Save Changes' });
const section = async (number: number) =>
  within(await screen.findByRole('group', { name: `Section ${number}` }));

beforeEach(() => signIn());

describe('the settings of contracts', () => {
  it('move, change and add sections, with their initials', async () => {
    answer('get', '/api/contract-template', template());
    const { user } = open('/settings?tab=contract');
    await user.click((await section(2)).getByRole('button', { name: 'Move section 2 up' }));
    expect((await section(1)).getByLabelText('Title')).toHaveProperty('value', 'Waiver');
    expect((await section(1)).getByRole('checkbox')).toHaveProperty('checked', true);
    await user.click(screen.getByRole('button', { name: 'Add Section' }));
    const added = await section(3);
    await enterInto(user, added.getByLabelText('Title'), 'Rain');
    await enterInto(user, added.getByLabelText('Text'), 'We may switch them off.');
    await user.selectOptions(added.getByLabelText('Included'), 'outdoor');
    const sent = answer('patch', '/api/contract-template', template({ version: 2 }));
    await user.click(save());
    expect(await screen.findByText('Contract saved')).toBeTruthy();
    expect(sent.bodies).toEqual([
      {
        sections: [
          { title: 'Waiver', text: 'The waiver covers {total}.', when: 'waiver' },
          { title: 'Care', text: 'Keep the letters dry.' },
          { title: 'Rain', text: 'We may switch them off.', when: 'outdoor' },
        ],
        initials: [0],
      },
    ]);
  });

  it('need an amount for signatures above one, and save only what changed', async () => {
    answer('get', '/api/contract-template', template());
    const { user } = open('/settings?tab=contract');
    await user.click(await screen.findByLabelText('Above an amount'));
    await user.click(save());
    expect(await screen.findByText('Enter an amount')).toBeTruthy();
    await enterInto(user, screen.getByLabelText('Amount'), '750');
    await user.click(screen.getByRole('switch', { name: /only after the contract is signed/ }));
    await user.click(screen.getByLabelText('By hand'));
    const sent = answer('patch', '/api/contract-template', template({ signature: { above: 750 } }));
    await user.click(save());
    await waitFor(() =>
      expect(sent.bodies).toEqual([
        { signature: { above: 750 }, countersign: 'by_hand', waitBeforeConfirming: true },
      ]),
    );
    expect(screen.getByLabelText('Amount')).toHaveProperty('value', '750');
  });

  it('set how often signers are reminded, and keep a saved interval that is not among the choices', async () => {
    answer('get', '/api/contract-template', template({ reminderDays: 4 }));
    const { user } = open('/settings?tab=contract');
    const reminders = await screen.findByLabelText('Reminders');
    expect(reminders).toHaveProperty('value', '4');
    await user.selectOptions(reminders, 'Never');
    const sent = answer('patch', '/api/contract-template', template({ reminderDays: null }));
    await user.click(save());
    await waitFor(() => expect(sent.bodies).toEqual([{ reminderDays: null }]));
  });

  it('preview unsaved changes as a PDF', async () => {
    answer('get', '/api/contract-template', template());
    const { user } = open('/settings?tab=contract');
    await enterInto(user, (await section(1)).getByLabelText('Title'), 'Handling');
    const message = 'The server is busy compiling documents. Please try again.';
    const sent = refuse('post', '/api/contract-template/preview', { sections: message });
    await user.click(screen.getByRole('button', { name: 'Preview PDF' }));
    expect(await screen.findByText('Couldn’t create the preview')).toBeTruthy();
    expect(sent.bodies).toMatchObject([{ sections: [{ title: 'CareHandling' }, { title: 'Waiver' }] }]);
  });

  it('show an unknown field at its section', async () => {
    answer('get', '/api/contract-template', template());
    const { user } = open('/settings?tab=contract');
    await enterInto(user, (await section(1)).getByLabelText('Text'), ' {{nothing}');
    const message = 'The text has fields that cannot be filled in: {nothing}';
    refuse('patch', '/api/contract-template', { 'sections[0].text': message });
    await user.click(save());
    expect(await (await section(1)).findByText(message)).toBeTruthy();
  });

  it.each(['contract', 'signature', 'sign', 'initials'])('are found by the word %s', (word) => {
    expect(searchParts(ada, word).map(({ tab }) => tab)).toContain('contract');
  });

  it('are not shown to staff', async () => {
    signIn(crew);
    open('/settings?tab=contract');
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Contract' })).toBeNull();
  });
});
