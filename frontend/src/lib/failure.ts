/** Blocking record that has its own page. */
export interface LinkedDetail {
  text: string;
  href: string;
}

/** User-facing description of a failure. */
export interface Failure {
  sentence: string;
  /** Blocking records, one line each. */
  details: readonly (string | LinkedDetail)[];
}
