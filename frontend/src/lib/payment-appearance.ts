import type { Appearance } from '@stripe/stripe-js';

const font = '"Inter Variable", ui-sans-serif, system-ui, sans-serif';

/**
 * The looks of the provider's fields, which are in frames of their own and know nothing of our style sheet.
 */
export function appearanceOf(dark: boolean): Appearance {
  return {
    theme: dark ? 'night' : 'stripe',
    variables: {
      fontFamily: font,
      borderRadius: '8px',
      colorPrimary: dark ? '#aaa5ff' : '#4f46e5',
      colorBackground: dark ? '#241f33' : '#ffffff',
      colorText: dark ? '#f4eee2' : '#15121f',
      colorTextSecondary: dark ? '#bbb3c8' : '#575164',
      colorDanger: dark ? '#ff9b94' : '#b4231f',
    },
  };
}
