import { z } from 'zod'
import { StudentFilter } from '#features/students/rules.ts'
import { get } from '#shared/contract.ts'
import { CenterName } from '#shared/ids.ts'
import { Text } from '#shared/fields.ts'
import { ExportColumn } from './export-columns.ts'

/** Export of students with their parents (product §5). */
export const studentExport = {
  /** The students that the list would find, as CSV; `columns` is a list such as `firstName,grade`, all of them when it is left out. */
  students: get('/centers/:centerId/students/export', {
    who: 'students.read',
    // What leaves the house is recorded.
    effect: 'own',
    media: 'text/csv',
    input: z.object({
      centerId: CenterName,
      filter: StudentFilter.default(0),
      search: Text(100).default(''),
      columns: z
        .string()
        .max(200)
        .transform((text) => text.split(','))
        .pipe(z.array(ExportColumn).refine((list) => new Set(list).size === list.length, 'must name each column once'))
        .default(ExportColumn.options),
    }),
    output: z.string(),
  }),
}
