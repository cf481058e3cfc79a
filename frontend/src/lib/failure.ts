/** Something that prevents an action and has a page of its own. */
export interface LinkedDetail {
  text: string;
  href: string;
}

/** Why something could not be done, as shown to people. */
export interface Failure {
  sentence: string;
  /** What prevents it, one line each. */
  details: readonly (string | LinkedDetail)[];
}
