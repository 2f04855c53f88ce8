import { z } from 'zod'
import { type FileField, fileFields, studentLabels, type StudentValues } from '../fields.ts'
import { type Figures, figureWords } from '../figures.ts'
import { accountWords, type AccountState, figureColumns, listColumns } from '../rules.ts'
import { type Field, fieldWord, ofParent } from '../import/columns.ts'
import { recordOf } from '#shared/field-table.ts'
import { plain } from '#shared/text.ts'

/** Student list as a file (product §5), with headers that an import recognizes. */

/** Possible columns of a file; `parents` stands for five columns per parent. */
export const ExportColumn = z.enum([...fileFields, 'levels', 'account', ...figureColumns, 'parents'])
export type ExportColumn = z.infer<typeof ExportColumn>

export const columnWords: Record<ExportColumn, string> = {
  ...recordOf(fileFields, (field) => studentLabels[field]),
  levels: 'Levels',
  account: 'Account',
  ...recordOf(figureColumns, (column) => listColumns[column]),
  parents: 'Parents',
}

type ExportedParent = Record<(typeof ofParent)[number], string>
export type ExportedStudent = Pick<StudentValues, FileField> & {
  account: AccountState
  figures: Figures
  programs: { name: string; level: string; chapter: number | null; test: number | null }[]
  parents: ExportedParent[]
}

const knownParents = [1, 2, 3] as const

/**
 * Returns the headers of one parent's columns. Imports recognize three parents. Further parents are numbered
 * in the same way.
 */
function parentHeads(at: number) {
  const number = knownParents[at]
  if (number) return ofParent.map((field) => fieldWord(`parent${number}.${field}` satisfies Field))
  return ofParent.map((field) => fieldWord(`parent2.${field}` satisfies Field).replace('2', String(at + 1)))
}

const parentCells = (parent: ExportedParent | undefined) => ofParent.map((field) => parent?.[field] ?? '')

const levelsOf = ({ programs }: ExportedStudent) =>
  programs
    .map(
      ({ name, level, chapter, test }) =>
        `${name}: ${level}${chapter === null ? '' : `, chapter ${chapter}`}${test === null ? '' : `, test ${test}`}`,
    )
    .join('; ')

/**
 * Returns the header and rows of a file with these columns, in this order. There are enough parent columns
 * for the student with the most parents.
 */
export function tableOf(students: readonly ExportedStudent[], columns: readonly ExportColumn[]): string[][] {
  const parents = [...Array(Math.max(0, ...students.map((each) => each.parents.length))).keys()]
  const head = columns.flatMap((column) =>
    column === 'parents' ? parents.flatMap(parentHeads) : columnWords[column],
  )
  const rows = students.map((student) => {
    const cells = { ...student, ...figureWords(student.figures) }
    return columns.flatMap((column) => {
      if (column === 'parents') return parents.flatMap((at) => parentCells(student.parents[at]))
      if (column === 'levels') return levelsOf(student)
      return column === 'account' ? accountWords[student.account] : cells[column]
    })
  })
  return [head, ...rows.map((cells) => cells.map(plain))]
}
