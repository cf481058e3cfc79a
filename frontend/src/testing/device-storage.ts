/** The device's storage in page tests, because jsdom has no IndexedDB. Replaces `@/outbox/store`. */

/** What is stored; emptied before each test. */
export const storage = { jobs: undefined as unknown, rows: [] as { order: number }[] };

export const keepJobs = async (jobs: unknown) => {
  storage.jobs = jobs;
};
export const keptJobs = async () => storage.jobs;
export const addToOutbox = async (row: object) => {
  storage.rows.push({ ...row, order: storage.rows.length + 1 });
};
export const replaceInOutbox = async (row: { order: number }) => {
  storage.rows = storage.rows.map((old) => (old.order === row.order ? row : old));
};
export const removeFromOutbox = async (order: number) => {
  storage.rows = storage.rows.filter((row) => row.order !== order);
};
export const outbox = async () => [...storage.rows];
