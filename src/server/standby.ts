import type { EventEmitter } from 'node:events'
import { type Client, DatabaseError } from 'pg'

/**
 * Returns the error for a server that accepts no writes: a standby, or a server that is read-only because
 * another one is or will become the primary. Callers see it as an unavailable database.
 */
export const notPrimary = () =>
  Object.assign(new Error('The database server accepts no writes. (CONNECTION_READ_ONLY)'), {
    code: 'CONNECTION_READ_ONLY',
  })
/** True if a server refused a write because it is read-only. */
export const isReadOnly = (error: unknown) => error instanceof DatabaseError && error.code === '25006'

/**
 * Returns a function that returns true once a client has connected to a standby. Every server reports this
 * when it accepts a connection, so the check costs nothing. A standby's rows may be old, so even reads don't
 * use one unless it was set up as a replica.
 */
export function standbyStatus(client: Client) {
  let isStandby = false
  const { connection } = client as unknown as { connection: EventEmitter }
  connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
    if (status.parameterName === 'in_hot_standby') isStandby = status.parameterValue === 'on'
  })
  return () => isStandby
}
