/** Texts: a business's settings, and the usage of all businesses for administrators. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read, setDataOf } from './read';
import type { components } from './schema';

type Schemas = components['schemas'];

export type TextSettings = Schemas['SmsSettingsOut'];
export type TextSettingsChange = Schemas['SmsSettingsInput'];
export type TextUsage = Schemas['TextUsageOut'];

const settings = read(['settings'], '/api/sms-settings');

/** The business's settings for texts, and what it used this month. */
export const useTextSettings = () => useQuery(settings);

/** Update the settings in the input. */
export const useSaveTextSettings = () =>
  useMutation({
    mutationFn: (input: TextSettingsChange) => unwrap(api.PATCH('/api/sms-settings', { body: input })),
    onSuccess: setDataOf(settings),
  });

/** Texts of each business this month. */
export const useTextUsage = () => useQuery(read([], '/api/admin/text-usage'));

/** Take a business's own number away. */
export const useFreeTextSender = () =>
  useMutation({
    mutationFn: (operatorId: number) =>
      unwrap(api.DELETE('/api/admin/text-senders/{operator_id}', at({ operator_id: operatorId }))),
    meta: { invalidates: ['/api/admin/audit', '/api/admin/text-usage'] },
  });

/** Send a test text with the saved account. */
export const useTestText = () =>
  useMutation({
    mutationFn: (to: string) => unwrap(api.POST('/api/admin/settings/texts/test', { body: { to } })),
  });
