/** Something that stands in the way and has a page of its own. */
export interface LinkedDetail {
  text: string;
  href: string;
}

/** Why something could not be done, as a person is told. */
export interface Failure {
  sentence: string;
  /** What stands in the way, one line each. */
  details: readonly (string | LinkedDetail)[];
}
