/**
 * How long one waits for a session, for a row that others have changed, for one's turn where others are always quicker, or
 * for the end of a lost commit, in milliseconds.
 */
export const PATIENCE = 8000

/**
 * Set with each transaction and not with the session, which may be shared by way of a pooler: how long a statement may
 * take, how long it may wait for a row, and how long others wait for a transaction whose process says nothing any more.
 * In milliseconds. How long a whole transaction takes is not limited, by the database or its user neither, as a shop that is moved is
 * one: of that limit, servers before PostgreSQL 17 know nothing.
 * @returns columns of the statement that a transaction begins with
 */
export const limitsOf = (patience: number): string =>
  `set_config('statement_timeout', '30000', true), set_config('lock_timeout', '${patience}', true),` +
  " set_config('idle_in_transaction_session_timeout', '60000', true)," +
  " case when current_setting('transaction_timeout', true) <> '0' then set_config('transaction_timeout', '0', true) end"
