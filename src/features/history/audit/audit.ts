import type { ActionCall } from '#server/call.ts'
import { Readable } from 'node:stream'
import { idsIn, sentenceOf, type Words } from '../rules.ts'
import { type Columns, tableOf, writeCsv } from '#shared/csv.ts'
import { Id } from '#shared/ids.ts'
import type { Database, Db } from '#server/db.ts'
import { logAccess } from '#server/access-log.ts'
import type { Actor } from '#server/gate.ts'
import { guardExport } from '#server/export-guard.ts'
import { languageOf } from '../queries.ts'
import { inLanguage, type Language, t } from '#shared/language.ts'
import type { AuditEntry } from './api.ts'
import { allNamesOf, auditPage, type AuditRow } from './queries.ts'

const isId = (text: string) => Id.safeParse(text).success
const side = (value: unknown) => (value === null ? null : JSON.stringify(value))

async function inWords(
  db: Db,
  rows: readonly AuditRow[],
  words: Words,
  language: Language = 'en',
): Promise<AuditEntry[]> {
  const names = new Map((await allNamesOf(db, idsIn(rows).filter(isId))).map(({ id, name }) => [id, name]))
  return inLanguage(language, () =>
    rows.map((row) => ({
      ...row,
      before: side(row.before),
      after: side(row.after),
      sentence: sentenceOf(row, { by: row.by || row.device || t('The product'), names, words }),
    })),
  )
}

const columns: Columns<AuditEntry> = [
  ['When', ({ at }) => at],
  ['Who', ({ by }) => by],
  ['Device', ({ device }) => device],
  ['Center', ({ center }) => center],
  ['Action', ({ action }) => action],
  ['Of', ({ entity }) => entity],
  ['In words', ({ sentence }) => sentence],
  ['Before', ({ before }) => before ?? ''],
  ['After', ({ after }) => after ?? ''],
]

type AuditQuery = Parameters<typeof auditPage>[1]
const maxRows = 100_000

/** Streams the audit log as a file. Records in the access log that the file lists the children in it. */
async function* linesOf(
  { read: db, single }: Database,
  actor: Actor,
  { words, ...query }: AuditQuery & { words: Words },
) {
  yield writeCsv([columns.map(([title]) => title)])
  let after: string | null = null
  for (let count = 0; count < maxRows;) {
    const page: Awaited<ReturnType<typeof auditPage>> = await auditPage(db, query, after)
    await logAccess(single, { students: idsIn(page.rows).filter(isId), by: actor, how: 'list' })
    if (page.rows.length > 0) yield writeCsv(tableOf(columns, await inWords(db, page.rows, words)))
    if (page.after === null) return
    count += page.rows.length
    after = page.after
  }
}

/** Returns a page of the audit log, described in the reader's language, newest first. */
export async function auditEntries(
  { db, actor }: ActionCall,
  input: AuditQuery & { after?: string | undefined },
  words: Words,
) {
  const { after = null, ...query } = input
  const [page, language] = await Promise.all([auditPage(db, query, after), languageOf(db, actor)])
  return { entries: await inWords(db, page.rows, words, language), after: page.after }
}

/**
 * Streams the audit log as CSV lines. The filter's center may not exist, so the audit entry for the export
 * has no center. Throws 403 `reauth` and 429 like every export.
 */
export async function exportAudit({ db, actor }: ActionCall<Database>, input: AuditQuery, words: Words) {
  await guardExport(db, actor, {
    event: { kind: 'audit' },
    action: 'audit.export',
    entity: 'audit',
    center: null,
    after: input,
  })
  return Readable.from(linesOf(db, actor, { ...input, words }))
}
