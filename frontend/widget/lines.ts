/** Parts needed for more than one line of letters, in one file. */
// biome-ignore-all lint/performance/noBarrelFile: the point is a single file for the browser.

import { addStyles } from '@/lib/add-styles';
import styles from './lines.css?inline';

export { pricedLines } from '@/booking-form/line-prices';
export { Catalog } from './Catalog';
export { FirstLineName, MoreOptions } from './LineOptions';
export { MoreWords } from './MoreWords';

addStyles(styles);
