import { fullName } from '#shared/full-name.ts'
import type { CheckedFile } from '../api.ts'
import { traitsOf } from '../../check/matching.ts'
import type { Field } from '../columns.ts'
import { readFile, type ReadFile } from '../read-file.ts'
import {
  atOnce,
  type Choice,
  type CurrentValues,
  type Facts,
  makePlan,
  type PlannedRow,
  rowPerson,
} from '../plan.ts'

/** Maximum length in characters of a file that is checked while the caller waits. */
const shortText = 50_000

/** True for a file short enough to check while the caller waits, with at most 200 lines below the header. */
export const isShort = (csv: string) =>
  csv.length <= shortText && csv.trimEnd().split('\n', atOnce + 2).length <= atOnce + 1

/**
 * Returns an upper bound for the number of rows below the header. A row that spans several lines counts as
 * several.
 */
export const maxRows = (csv: string) => Math.max(csv.trimEnd().split('\n').length - 1, 1)

/** Steps of a dry run in the background, reported as its progress. */
export const checkSteps = [
  'Reading the file',
  'Matching students you already have',
  'Comparing the rows',
] as const

/** Converts a plan to the API's shape, with the current values of each candidate. */
export function checkedOf(
  file: ReadFile,
  plan: readonly PlannedRow[],
  current: ReadonlyMap<string, CurrentValues>,
): CheckedFile {
  const rows = plan.map(({ row, student, parents, errors, verdict, do: action, studentId }) => ({
    row,
    student,
    parents: parents.map((parent) => ({ name: fullName(parent), email: parent.email, phone: parent.phone })),
    errors,
    match: verdict.match,
    candidates: verdict.candidates.flatMap(({ known, match, why }) => {
      const now = current.get(known.id)
      return now ? [{ studentId: known.id, now, match, why }] : []
    }),
    sameAs: verdict.sameAs.map(({ ref, match }) => ({ row: Number(ref), match })),
    family: verdict.family && {
      names: verdict.family.students.map(fullName),
      rows: verdict.family.refs.map(Number),
    },
    existsElsewhere: verdict.existsElsewhere,
    do: action,
    studentId,
  }))
  return { columns: file.columns, errors: file.errors, rows }
}

type File = { csv: string; columns: readonly (Field | null)[] | null; country: string }

/** Returns the data used to look up the people in a file. */
export const traitsIn = ({ csv, columns, country }: File) =>
  traitsOf(readFile(csv, columns, country).rows.map(rowPerson))

/** Returns the result of a dry run as JSON, because text is cheap to copy between threads. */
export function checkedText({ csv, columns, country }: File, facts: Facts, choices: readonly Choice[]) {
  const file = readFile(csv, columns, country)
  return JSON.stringify(checkedOf(file, makePlan(file.rows, facts, choices), facts.current))
}
