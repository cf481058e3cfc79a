/** The lights of a sign: included in the letters, or an add-on. */
import type { Offer } from './offer';

/** Codes of the chosen add-ons, or all add-ons with true for the chosen ones, as in a response. */
export type ChosenAddOns = readonly string[] | Readonly<Record<string, boolean>>;

/** The add-on that lights the letters, if lights cost extra. */
export const lightingOf = ({ addOns }: Pick<Offer, 'addOns'>) =>
  addOns.find(({ lights, price }) => lights && price > 0);

/** True if letters are drawn without lights: these cost extra and are not chosen. */
export function isUnlit(offer: Pick<Offer, 'addOns'>, chosen: ChosenAddOns): boolean {
  const { code } = lightingOf(offer) ?? {};
  return (
    code !== undefined &&
    !Object.entries(chosen).some(([key, value]) => value === code || (key === code && value === true))
  );
}
