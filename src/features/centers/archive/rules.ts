import { counted } from '#shared/text.ts'

/** State of the job that deletes a center, or null if none was queued. If it succeeds, the center is gone. */
export type DeletionJob = 'queued' | 'failed' | null

type State = { exportedAt: string | null; isOld: boolean; job: DeletionJob }

/** Returns the first reason why deletion of an archived center can't be requested yet, or null if it can. */
export function waitsFor({ exportedAt, isOld, job }: State) {
  if (job === 'queued') return { code: 'being_deleted', message: 'This center is being deleted.' }
  if (!isOld) return { code: 'too_early', message: 'A center can be deleted 30 days after it was archived.' }
  if (!exportedAt) return { code: 'not_exported', message: 'Export the center first.' }
  return null
}

/** Maximum number of rows counted in a large table. If there are more, the count is one higher than this. */
export const maxCounted = 100_000

/** Counts of a center's contents, of the people deleted with it, and of the people who are kept. */
export type Contents = Record<
  | 'students'
  | 'parents'
  | 'staff'
  | 'classes'
  | 'marks'
  | 'works'
  | 'answers'
  | 'mailings'
  | 'devices'
  | 'leaving'
  | 'staying',
  number
>

/** Lists what is deleted with a center, leaving out kinds with a count of 0. */
export const lostInWords = (counts: Contents) =>
  (
    [
      ['students', 'student', 'with records, notes, tests and awards'],
      ['classes', 'class', 'with schedules and places'],
      ['marks', 'attendance mark', ''],
      ['works', 'piece of work', ''],
      ['answers', 'answer', ''],
      ['mailings', 'message', 'to families'],
      ['devices', 'device', ''],
      ['leaving', 'person', 'with no other center: students, parents and staff'],
    ] as const
  )
    .filter(([name]) => counts[name] > 0)
    .map(([name, word, more]) => `${many(counts[name], word)} ${more}`.trim())
    .concat('The center’s settings and its history')

/** Lists the contents that are kept. */
export const keptInWords = ({ staying }: Contents) => [
  ...(staying > 0
    ? [`${many(staying, 'person')} also at another center, or with an admin or editor account`]
    : []),
  'Learning material',
  'Backups, until newer ones replace them',
]

const plurals: Record<string, string> = {
  class: 'classes',
  'piece of work': 'pieces of work',
  person: 'people',
}

function many(count: number, word: string): string {
  const plural = plurals[word]
  if (count > maxCounted) return `more than ${many(maxCounted, word)}`
  return plural && count !== 1 ? `${count.toLocaleString('en')} ${plural}` : counted(count, word)
}
