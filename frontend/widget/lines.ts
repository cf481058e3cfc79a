/** What a form needs beyond one line of letters, in one file of its own. */
// biome-ignore-all lint/performance/noBarrelFile: being one file for the browser is what this is for.

import { addStyles } from '@/lib/add-styles';
import styles from './lines.css?inline';

export { pricedLines } from '@/booking-form/line-prices';
export { Catalog } from './Catalog';
export { FirstLineName, MoreOptions } from './LineOptions';
export { MoreWords } from './MoreWords';

addStyles(styles);
