let metric = false;

/** Set the unit system of sign dimensions; feet if none is given. */
export function writeSpansIn(measures: string | null | undefined): void {
  metric = measures === 'metric';
}

/** "25.1 ft", "7.7 m" */
export const span = (feet: number): string =>
  (metric ? feet * 0.3048 : feet).toFixed(1) + (metric ? ' m' : ' ft');
