import type { OpenConnection } from './connection.ts'
import type { Statement } from './sql.ts'
import { currentSpan, traced } from './tracing.ts'

/**
 * Returns a statement's text with its placeholders. A statement without parameters may contain values in its
 * text, so only its first word is returned.
 */
const textOf = (statement: Statement<unknown>) =>
  statement.isPlain
    ? (/\w+/.exec(statement.strings.join(' '))?.[0] ?? '')
    : statement.build().text.replace(/\s+/g, ' ').trim()

type Send = OpenConnection['send']

async function sendTraced(send: Send, ...[statement, before]: Parameters<Send>) {
  const text = textOf(statement)
  return await traced(
    [text.split(' ', 1)[0] ?? '', { 'db.system.name': 'postgresql', 'db.query.text': text }],
    () => send(statement, before),
    ({ rows }) => ({ 'db.response.returned_rows': rows.length }),
  )
}

/** Adds each statement that is sent to the current trace, with its text and number of rows. */
export const traceStatements =
  (send: Send): Send =>
  (statement, before) =>
    currentSpan() ? sendTraced(send, statement, before) : send(statement, before)
