import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { offerAnswered } from '@/testing/bookings';
import { open } from '@/testing/render';
import { answer, fail, refuse, signIn } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

const ORIGIN = 'http://localhost:3000';

beforeEach(() => {
  signIn();
  offerAnswered();
});
afterEach(() => {
  vi.useRealTimers();
});

async function opened(path = '/settings?tab=embed') {
  const page = open(path);
  await screen.findByLabelText('Embed Code');
  return page;
}

const code = (label: string) => (screen.getByLabelText(label) as HTMLTextAreaElement).value;
const preview = () => screen.getByTitle('Preview of your booking form').getAttribute('src');

describe('the embed tab', () => {
  it("copies the form's link", async () => {
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Copy Link' }));
    expect(await screen.findByText('Link copied')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(`${ORIGIN}/booking?userId=mk_test`);
  });

  it('opens the preview from a button where it does not fit beside the settings', async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: false,
      addEventListener: vi.fn(),
      removeEventListener: vi.fn(),
    }));
    const { user } = await opened();
    expect(screen.queryByTitle('Preview of your booking form')).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Hide Header' }));
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Preview' }));
    expect(sheet.getByTitle('Preview of your booking form').getAttribute('src')).toContain('hideHeader=true');
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    expect(screen.queryByTitle('Preview of your booking form')).toBeNull();
    vi.unstubAllGlobals();
  });

  it('copies a code, confirms it, and resets after two seconds', async () => {
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Copy Embed Code' }));
    expect(await screen.findByText('Code copied')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(code('Embed Code'));
    expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Copy Embed Code' })).toBeTruthy();
  });

  it('shows an error if the browser blocks copying', async () => {
    const { user } = await opened();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    await user.click(screen.getByRole('button', { name: 'Copy Frame Code' }));
    expect(await screen.findByText('Failed to copy')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Copied' })).toBeNull();
  });

  it('applies valid options to codes and preview, and ignores invalid ones', async () => {
    const { user } = await opened();
    expect(code('Embed Code')).toContain(`src="${ORIGIN}/embed.js" data-key="mk_test" data-width="100%"`);
    await screen.findByRole('option', { name: '2ft' });
    await user.selectOptions(screen.getByLabelText('Default Size'), '2ft');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), 'Dark');
    await user.click(screen.getByRole('switch', { name: 'Hide Header' }));
    const color = screen.getByLabelText('Primary Color');
    await retype(user, color, 'red"><script>');
    expect(screen.getByText('Enter a color such as #4F46E5')).toBeTruthy();
    for (const label of ['Embed Code', 'Button Code']) {
      expect(code(label)).toContain('data-size="2ft" data-theme="dark" data-color="#4F46E5"');
      expect(code(label)).toContain('data-hide-header="true"');
    }
    await waitFor(() =>
      expect(preview()).toBe(
        `${ORIGIN}/embed?userId=mk_test&embed=true&defaultSize=2ft&theme=dark&primaryColor=%234F46E5&hideHeader=true&preview=true`,
      ),
    );
  });

  it('renders a QR code', async () => {
    await opened();
    const drawn = await screen.findByRole('img', { name: 'QR code for your booking form' });
    expect(drawn.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/);
    expect(screen.getByRole('button', { name: 'Download SVG' })).toBeTruthy();
  });

  it('renews the key after a confirmation, and shows the new one everywhere', async () => {
    const sent = answer('post', '/api/embed-settings/renew-key', {
      publicKey: 'mk_new',
      allowedSites: [],
      shareContact: false,
    });
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Renew Key' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText(/stop working immediately/)).toBeTruthy();
    expect(sent.bodies).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Renew Key' }));
    expect(await screen.findByText('Public key renewed')).toBeTruthy();
    await waitFor(() => expect(code('Embed Code')).toContain('data-key="mk_new"'));
    expect(screen.getByLabelText('Link to your form')).toHaveProperty(
      'value',
      `${ORIGIN}/booking?userId=mk_new`,
    );
    await waitFor(() => expect(preview()).toContain('userId=mk_new'));
  });

  it('keeps the key if renewing fails, and shows why', async () => {
    fail('post', '/api/embed-settings/renew-key', 503, 'Not now.');
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Renew Key' }));
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Renew Key' }));
    expect(await within(dialog).findByText(/Not now/)).toBeTruthy();
    expect(code('Embed Code')).toContain('data-key="mk_test"');
  });

  it('lists allowed sites as normalized by the server', async () => {
    const { user } = await opened();
    expect(screen.getByText(/Any site can show your form\./)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add Site' }));
    await enterInto(user, screen.getByLabelText('Site 1'), 'https://Example.com/page');
    const sent = answer('patch', '/api/embed-settings', {
      shareContact: false,
      publicKey: 'mk_test',
      allowedSites: ['https://example.com'],
    });
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Settings saved')).toBeTruthy();
    expect(sent.bodies).toEqual([{ allowedSites: ['https://Example.com/page'] }]);
    await waitFor(() =>
      expect(screen.getByLabelText('Site 1')).toHaveProperty('value', 'https://example.com'),
    );
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('shows errors at each entry and keeps the input', async () => {
    answer('get', '/api/embed-settings', {
      publicKey: 'mk_test',
      allowedSites: ['a.example'],
      shareContact: false,
    });
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Add Site' }));
    await enterInto(user, screen.getByLabelText('Site 2'), 'two words');
    const fields = {
      allowedSites: 'One is wrong',
      'allowedSites.1': '“two words” is not the address of a site',
    };
    refuse('patch', '/api/embed-settings', fields);
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('“two words” is not the address of a site')).toBeTruthy();
    expect(screen.getByLabelText('Site 2')).toHaveProperty('value', 'two words');
    expect(screen.getByLabelText('Site 1').getAttribute('aria-invalid')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove site 2' }));
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('saves what pages receive with the sites', async () => {
    const { user } = await opened();
    const label = "Include the customer's contact details";
    await user.click(screen.getByRole('switch', { name: label }));
    const stored = { publicKey: 'mk_test', allowedSites: [], shareContact: true };
    const sent = answer('patch', '/api/embed-settings', stored);
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Settings saved')).toBeTruthy();
    expect(sent.bodies).toEqual([{ shareContact: true }]);
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('warns before leaving with an unsaved site', async () => {
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Add Site' }));
    await enterInto(user, screen.getByLabelText('Site 1'), 'a.example');
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    expect(await screen.findByRole('button', { name: 'Keep Editing' })).toBeTruthy();
  });

  it('is unavailable to staff', async () => {
    fail('get', '/api/embed-settings', 403, 'You don’t have permission.');
    open('/settings?tab=embed');
    expect(await screen.findByText('You don’t have permission.')).toBeTruthy();
  });
});
