import { z } from 'zod'
import { StudentConditions } from '../figures.ts'
import { StudentFilter } from '../rules.ts'
import { get } from '#shared/contract.ts'
import { CenterName } from '#shared/ids.ts'
import { Text } from '#shared/fields.ts'
import { ExportColumn } from './export-columns.ts'

/** Export of students with their parents (product §5). */
export const studentExport = {
  /**
   * CSV of all students who match the filter, the search and the other conditions. `columns` is a list such
   * as `firstName,grade`; by default all columns.
   */
  students: get('/centers/:centerId/students/export', {
    who: 'students.read',
    // Not a plain read, because every export is recorded in the audit log.
    effect: 'own',
    media: 'text/csv',
    isLong: true,
    input: z.object({
      centerId: CenterName,
      filter: StudentFilter.default(0),
      search: Text(100).default(''),
      ...StudentConditions.shape,
      columns: z
        .string()
        .max(200)
        .transform((text) => text.split(','))
        .pipe(
          z
            .array(ExportColumn)
            .refine((list) => new Set(list).size === list.length, 'must name each column once'),
        )
        .default(ExportColumn.options),
    }),
    output: z.string(),
  }),
}
